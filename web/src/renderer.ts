// Draws a view's nodes as discs: with WebGL2, or on a plain canvas where there is none.

export interface Marks {
  count: number;
  // Where each mark is at the start and at the end of a transition, as fractions of the view.
  from: Float32Array;
  to: Float32Array;
  // Diameters in pixels likewise: start, end.
  sizes: Float32Array;
  colors: Uint8Array;
}

/** Fractions of the view times scale plus offset are pixels of the canvas, from its middle. */
export interface Placement {
  scaleX: number;
  scaleY: number;
  offsetX: number;
  offsetY: number;
}

export interface Renderer {
  readonly kind: "webgl2" | "canvas";
  resize(width: number, height: number, ratio: number): void;
  load(marks: Marks): void;
  draw(placement: Placement, progress: number): void;
  free(): void;
}

export function makeRenderer(canvas: HTMLCanvasElement, plain: boolean): Renderer {
  if (!plain) {
    const gl = canvas.getContext("webgl2", { antialias: false, premultipliedAlpha: true, alpha: true });
    if (gl) return new WebglRenderer(canvas, gl);
  }
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser can draw neither with WebGL2 nor on a canvas");
  return new CanvasRenderer(canvas, context);
}

const VERTEX = `#version 300 es
layout(location=0) in vec2 start;
layout(location=1) in vec2 end;
layout(location=2) in vec2 sizes;
layout(location=3) in vec4 color;
uniform vec4 placement;
uniform vec2 halfSize;
uniform float progress;
uniform float ratio;
out vec4 fill;
out float size;
void main() {
  vec2 at = mix(start, end, progress) * placement.xy + placement.zw;
  gl_Position = vec4(at / halfSize, 0.0, 1.0);
  size = mix(sizes.x, sizes.y, progress) * ratio;
  gl_PointSize = size + 2.0;
  fill = color;
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
in vec4 fill;
in float size;
out vec4 result;
void main() {
  float away = length(gl_PointCoord - 0.5) * (size + 2.0);
  float inside = clamp(size * 0.5 - away + 0.5, 0.0, 1.0);
  float edge = clamp(away - size * 0.5 + 1.5, 0.0, 1.0);
  vec3 shade = mix(fill.rgb, fill.rgb * 0.72, size > 6.0 ? edge : 0.0);
  float alpha = fill.a * inside;
  if (alpha <= 0.0) discard;
  result = vec4(shade * alpha, alpha);
}`;

class WebglRenderer implements Renderer {
  readonly kind = "webgl2";
  private readonly program: WebGLProgram;
  private readonly buffers: WebGLBuffer[];
  private marks: Marks | null = null;
  private ratio = 1;
  private half: [number, number] = [1, 1];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly gl: WebGL2RenderingContext,
  ) {
    this.program = this.link();
    this.buffers = [0, 1, 2, 3].map(() => gl.createBuffer()!);
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      Object.assign(this, { program: this.link(), buffers: [0, 1, 2, 3].map(() => gl.createBuffer()!) });
      if (this.marks) this.load(this.marks);
    });
  }

  private link(): WebGLProgram {
    const { gl } = this;
    const program = gl.createProgram()!;
    for (const [kind, source] of [
      [gl.VERTEX_SHADER, VERTEX],
      [gl.FRAGMENT_SHADER, FRAGMENT],
    ] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
      throw new Error(`WebGL2: ${gl.getProgramInfoLog(program)}`);
    return program;
  }

  resize(width: number, height: number, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.half = [width / 2, height / 2];
    this.ratio = ratio;
  }

  load(marks: Marks): void {
    const { gl } = this;
    this.marks = marks;
    const columns = [marks.from, marks.to, marks.sizes, marks.colors];
    columns.forEach((column, k) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[k]!);
      gl.bufferData(gl.ARRAY_BUFFER, column, gl.DYNAMIC_DRAW);
      gl.enableVertexAttribArray(k);
      if (k < 3) gl.vertexAttribPointer(k, 2, gl.FLOAT, false, 0, 0);
      else gl.vertexAttribPointer(k, 4, gl.UNSIGNED_BYTE, true, 0, 0);
    });
  }

  draw(placement: Placement, progress: number): void {
    const { gl, program } = this;
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (!this.marks?.count) return;
    gl.useProgram(program);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const at = (name: string) => gl.getUniformLocation(program, name);
    gl.uniform4f(at("placement"), placement.scaleX, placement.scaleY, placement.offsetX, placement.offsetY);
    gl.uniform2f(at("halfSize"), ...this.half);
    gl.uniform1f(at("progress"), progress);
    gl.uniform1f(at("ratio"), this.ratio);
    gl.drawArrays(gl.POINTS, 0, this.marks.count);
  }

  free(): void {
    // Browsers allow only a few contexts per page.
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

class CanvasRenderer implements Renderer {
  readonly kind = "canvas";
  private marks: Marks | null = null;
  private ratio = 1;
  private half: [number, number] = [1, 1];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly context: CanvasRenderingContext2D,
  ) {}

  resize(width: number, height: number, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.half = [width / 2, height / 2];
    this.ratio = ratio;
  }

  load(marks: Marks): void {
    this.marks = marks;
  }

  draw(placement: Placement, progress: number): void {
    const { context, marks } = this;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, 2 * this.half[0], 2 * this.half[1]);
    if (!marks) return;
    const { from, to, sizes, colors } = marks;
    const between = (values: Float32Array, others: Float32Array, k: number) =>
      values[k]! + (others[k]! - values[k]!) * progress;
    // Each by itself: one path per colour would lose the density inside a cluster.
    for (let k = 0; k < marks.count; k++) {
      const x = this.half[0] + between(from, to, 2 * k) * placement.scaleX + placement.offsetX;
      const y = this.half[1] - between(from, to, 2 * k + 1) * placement.scaleY - placement.offsetY;
      const size = sizes[2 * k]! + (sizes[2 * k + 1]! - sizes[2 * k]!) * progress;
      const alpha = colors[4 * k + 3]! / 255;
      context.fillStyle = `rgb(${colors[4 * k]} ${colors[4 * k + 1]} ${colors[4 * k + 2]} / ${alpha})`;
      if (size < 3) context.fillRect(x - size / 2, y - size / 2, size, size);
      else {
        context.beginPath();
        context.arc(x, y, size / 2, 0, 2 * Math.PI);
        context.fill();
      }
    }
  }

  free(): void {
    this.marks = null;
  }
}
