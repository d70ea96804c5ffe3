// The picture: nodes, axes, world outline, rings; pan, zoom, hover, click, box and lasso.

import { effect, useSignal } from "@preact/signals";
import { scaleLinear } from "d3-scale";
import Flatbush from "flatbush";
import { useEffect, useRef } from "preact/hooks";
import { describeBound, describeCount } from "./bound.ts";
import { formatCount, formatNumber, formatUp } from "./format.ts";
import { circleOnSphere, worldOutline } from "./map.ts";
import { colorMark, findRange, makeMarks, sizeMarks, type Drawn } from "./marks.ts";
import { toCss } from "./colors.ts";
import { makeRenderer, type Placement, type Renderer } from "./renderer.ts";
import { saveBlob, type Camera, type Explorer } from "./state.ts";
import type { ViewData } from "./source.ts";

const TRANSITION = 260; // ms
const GUTTER = { left: 54, bottom: 30 };

function placementOf(view: ViewData, camera: Camera): Placement {
  const [width, height] = [view.bbox[2] - view.bbox[0], view.bbox[3] - view.bbox[1]];
  const [x, y] = [(view.bbox[0] + view.bbox[2]) / 2, (view.bbox[1] + view.bbox[3]) / 2];
  return {
    scaleX: width * camera.scaleX,
    scaleY: height * camera.scaleY,
    offsetX: (x - camera.centerX) * camera.scaleX,
    offsetY: (y - camera.centerY) * camera.scaleY,
  };
}

/** Keeps the drawing in step with the explorer's state. */
class Painter {
  private drawn: Drawn | null = null;
  private view: ViewData | null = null;
  private index: Flatbush | null = null;
  private begun = 0;
  private frame = 0;
  private readonly renderer: Renderer;
  private readonly endings: (() => void)[] = [];

  constructor(
    private readonly explorer: Explorer,
    private readonly canvas: HTMLCanvasElement,
    plain: boolean,
  ) {
    this.renderer = makeRenderer(canvas, plain);
    canvas.dataset["renderer"] = this.renderer.kind;
    this.endings.push(
      effect(() => {
        const [width, height] = explorer.size.value;
        if (width && height) this.renderer.resize(width, height, Math.min(devicePixelRatio || 1, 2));
        this.schedule();
      }),
      effect(() => {
        const view = explorer.view.value;
        const highlight = explorer.highlight.value;
        if (view) this.take(view, highlight);
      }),
      effect(() => {
        void explorer.camera.value;
        this.schedule();
      }),
    );
  }

  private take(view: ViewData, highlight: [number, number] | null): void {
    const explorer = this.explorer;
    const [width, height] = explorer.size.peek();
    const isNew = view !== this.view;
    const before = this.view;
    // Nodes move only where another level takes the place of this one.
    const moves =
      isNew &&
      before !== null &&
      before.level !== view.level &&
      before.axes === view.axes &&
      !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const sizes = isNew || !this.drawn ? sizeMarks(view, width, height) : this.drawn.sizes;
    const last = moves && this.drawn ? { view: before!, sizes: this.drawn.sizes } : null;
    this.drawn = makeMarks(view, sizes, explorer.colorBy.peek(), highlight, last);
    this.view = view;
    this.renderer.load(this.drawn.marks);
    if (isNew) {
      this.begun = moves ? performance.now() : -Infinity;
      this.index = null;
      if (view.count) {
        this.index = new Flatbush(view.count);
        for (let k = 0; k < view.count; k++) {
          const [x, y] = [view.x[k]! * width, view.y[k]! * height];
          this.index.add(x, y, x, y);
        }
        this.index.finish();
      }
    }
    this.schedule();
  }

  private schedule(): void {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.paint(now);
    });
  }

  paint(now: number): void {
    const camera = this.explorer.camera.peek();
    if (!camera || !this.view) return;
    const t = Math.min(Math.max((now - this.begun) / TRANSITION, 0), 1);
    this.renderer.draw(placementOf(this.view, camera), t * t * (3 - 2 * t));
    this.canvas.dataset["shown"] = `${this.view.level}:${this.view.count}:${t === 1 ? "still" : "moving"}`;
    if (t < 1) this.schedule();
  }

  /** The node drawn at a place, given in pixels from the middle: the one whose disc is nearest. */
  pick(x: number, y: number): number {
    const { view, drawn, index } = this;
    const camera = this.explorer.camera.peek();
    const [width, height] = this.explorer.size.peek();
    if (!view || !drawn || !index || !camera) return -1;
    const at = placementOf(view, camera);
    const [zoomX, zoomY] = [at.scaleX / width, at.scaleY / height];
    const near = index.neighbors((x - at.offsetX) / zoomX, (-y - at.offsetY) / zoomY, 12, 24 / Math.min(zoomX, zoomY));
    let best = -1;
    let least = 6;
    for (const k of near) {
      const away = Math.hypot(
        view.x[k]! * at.scaleX + at.offsetX - x,
        -(view.y[k]! * at.scaleY + at.offsetY) - y,
      );
      const off = away - drawn.sizes[k]! / 2;
      // Of discs that overlap, the smaller one is on top.
      const rank = off <= 0 ? (away - 1000) / 1000 + drawn.sizes[k]! / 1000 : off;
      if (rank < least) [best, least] = [k, rank];
    }
    return best;
  }

  free(): void {
    for (const end of this.endings) end();
    cancelAnimationFrame(this.frame);
    this.renderer.free();
  }
}

export function Scatter({ explorer, plain }: { explorer: Explorer; plain: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter | null>(null);
  const drag = useSignal<{ points: [number, number][]; kind: "box" | "lasso" } | null>(null);
  const hover = useSignal<{ place: number; x: number; y: number } | null>(null);
  const pointers = useRef(new Map<number, [number, number]>());
  const travelled = useRef(0);
  const hadTwo = useRef(false);

  useEffect(() => {
    const made = new Painter(explorer, canvas.current!, plain);
    painter.current = made;
    const watcher = new ResizeObserver(() => {
      // Told once more when the page is taken away.
      const { clientWidth, clientHeight } = box.current ?? { clientWidth: 0, clientHeight: 0 };
      if (clientWidth && clientHeight) explorer.resize(clientWidth, clientHeight);
    });
    watcher.observe(box.current!);
    // Not passive: the page must not scroll while the picture zooms.
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const step = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 200 : 1;
      explorer.zoomBy(2 ** Math.max(Math.min((-event.deltaY * step) / 240, 2), -2), fromMiddle(event));
    };
    box.current!.addEventListener("wheel", wheel, { passive: false });
    const element = box.current!;
    const save = (): void => void savePicture(explorer, made, canvas.current!, element);
    element.addEventListener("bidvit-save", save);
    return () => {
      element.removeEventListener("wheel", wheel);
      element.removeEventListener("bidvit-save", save);
      watcher.disconnect();
      made.free();
    };
  }, []);

  const fromMiddle = (event: MouseEvent): [number, number] => {
    const around = box.current!.getBoundingClientRect();
    return [event.clientX - around.left - around.width / 2, event.clientY - around.top - around.height / 2];
  };

  const toPlane = ([x, y]: [number, number]): [number, number] => {
    const camera = explorer.camera.value!;
    return [camera.centerX + x / camera.scaleX, camera.centerY - y / camera.scaleY];
  };

  const press = (event: PointerEvent): void => {
    if (event.button !== 0 || !explorer.camera.value) return;
    box.current!.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, fromMiddle(event));
    travelled.current = 0;
    hover.value = null;
    const kind = event.shiftKey ? "box" : explorer.mode.value;
    // A second finger zooms, whatever the first one was about to do.
    const isDrawing = kind !== "pan" && pointers.current.size === 1;
    drag.value = isDrawing ? { kind, points: [fromMiddle(event)] } : null;
    hadTwo.current = pointers.current.size > 1;
  };

  const move = (event: PointerEvent): void => {
    const at = fromMiddle(event);
    const was = pointers.current.get(event.pointerId);
    if (!was) {
      const place = event.pointerType === "touch" ? -1 : (painter.current?.pick(at[0], at[1]) ?? -1);
      hover.value = place < 0 ? null : { place, x: at[0], y: at[1] };
      explorer.hovered.value = place < 0 ? null : explorer.view.value!.id[place]!;
      return;
    }
    travelled.current += Math.hypot(at[0] - was[0], at[1] - was[1]);
    if (drag.value) {
      const { kind, points } = drag.value;
      drag.value = { kind, points: kind === "box" ? [points[0]!, at] : [...points, at] };
    } else {
      const camera = explorer.camera.value!;
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      const share = other ? 0.5 : 1;
      explorer.steer({
        ...camera,
        centerX: camera.centerX - ((at[0] - was[0]) * share) / camera.scaleX,
        centerY: camera.centerY + ((at[1] - was[1]) * share) / camera.scaleY,
      });
      if (other) {
        const [now, then] = [at, was].map((p) => Math.hypot(p[0] - other[0], p[1] - other[1]));
        if (now! > 1 && then! > 1)
          explorer.zoomBy(now! / then!, [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2]);
      }
    }
    pointers.current.set(event.pointerId, at);
  };

  const release = (event: PointerEvent): void => {
    if (!pointers.current.delete(event.pointerId)) return;
    const at = fromMiddle(event);
    const drawn = drag.value;
    drag.value = null;
    if (event.type === "pointercancel" || hadTwo.current) return;
    if (travelled.current < 4) {
      const place = painter.current?.pick(at[0], at[1]) ?? -1;
      if (place >= 0) void explorer.selectNode(explorer.view.value!.id[place]!);
      else {
        void explorer.selectNode(null);
        explorer.selection.value = null;
      }
    } else if (drawn) {
      const corners = drawn.kind === "box" ? boxCorners(drawn.points) : thin(drawn.points, 200);
      if (corners.length >= 3) void explorer.selectWithin(corners.flatMap(toPlane));
    }
  };

  const frame = explorer.frame.value;
  const unitName = frame ? `${frame.names[0]} by ${frame.names[1] || "nothing"}` : "";
  return (
    <div
      ref={box}
      class={`scatter mode-${explorer.mode.value}`}
      data-part="scatter"
      tabIndex={0}
      role="application"
      aria-roledescription="scatter plot"
      aria-label={`Nodes in the plane of ${unitName}. Arrows walk the tree, with Shift they move the picture; plus and minus zoom, Enter drills in.`}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={() => {
        hover.value = null;
        explorer.hovered.value = null;
      }}
      onDblClick={(event) => explorer.zoomBy(2, fromMiddle(event))}
    >
      <Outline explorer={explorer} />
      <canvas ref={canvas} aria-hidden="true" />
      <Overlay explorer={explorer} drag={drag.value} />
      {hover.value && <Tip explorer={explorer} {...hover.value} />}
    </div>
  );
}

function boxCorners(points: [number, number][]): [number, number][] {
  const [[x0, y0], [x1, y1]] = [points[0]!, points.at(-1)!];
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}

function thin(points: [number, number][], most: number): [number, number][] {
  const step = Math.max(1, Math.ceil(points.length / most));
  return points.filter((_, k) => k % step === 0);
}

function Outline({ explorer }: { explorer: Explorer }) {
  const frame = explorer.frame.value;
  const camera = explorer.camera.value;
  const [width, height] = explorer.size.value;
  if (!frame?.is_map || !camera) return null;
  const around = [-360, 0, 360];
  return (
    <svg class="outline" data-part="outline" width={width} height={height} aria-hidden="true">
      {around.map((shift) => {
        const x = (shift - camera.centerX) * camera.scaleX + width / 2;
        const y = camera.centerY * camera.scaleY + height / 2;
        return (
          <path
            key={shift}
            d={worldOutline()}
            transform={`matrix(${camera.scaleX} 0 0 ${-camera.scaleY} ${x} ${y})`}
            vector-effect="non-scaling-stroke"
          />
        );
      })}
    </svg>
  );
}

function Overlay({
  explorer,
  drag,
}: {
  explorer: Explorer;
  drag: { points: [number, number][]; kind: "box" | "lasso" } | null;
}) {
  const camera = explorer.camera.value;
  const frame = explorer.frame.value;
  const [width, height] = explorer.size.value;
  if (!camera || !frame) return null;
  const toX = (x: number) => (x - camera.centerX) * camera.scaleX + width / 2;
  const toY = (y: number) => (camera.centerY - y) * camera.scaleY + height / 2;
  const bbox = explorer.bbox.value!;
  const xs = scaleLinear([bbox[0], bbox[2]], [0, width]);
  const ys = scaleLinear([bbox[1], bbox[3]], [height, 0]);
  const nX = Math.max(2, Math.floor(width / 110));
  const nY = Math.max(2, Math.floor(height / 80));
  const node = explorer.node.value;
  const selection = explorer.selection.value;
  const found = explorer.found.value;
  const polygon = (points: [number, number][]) => points.map((p) => p.join(",")).join(" ");
  const dragged = drag && (drag.kind === "box" ? boxCorners(drag.points) : drag.points);
  const kept: [number, number][] = [];
  if (selection)
    for (let k = 0; k < selection.polygon.length; k += 2)
      kept.push([toX(selection.polygon[k]!), toY(selection.polygon[k + 1]!)]);
  return (
    <svg class="overlay" width={width} height={height} aria-hidden="true">
      <g class="ticks">
        {xs
          .ticks(nX)
          .filter((tick) => xs(tick) > GUTTER.left && xs(tick) < width - 20)
          .map((tick) => (
            <g key={`x${tick}`} transform={`translate(${xs(tick)} 0)`}>
              <line y1={0} y2={height - GUTTER.bottom + 4} class="grid" />
              <text y={height - 14} text-anchor="middle">
                {formatTick(tick)}
              </text>
            </g>
          ))}
        {frame.names[1] !== "" &&
          ys
            .ticks(nY)
            .filter((tick) => ys(tick) < height - GUTTER.bottom - 6 && ys(tick) > 12)
            .filter((tick) => !frame.is_map || Math.abs(tick) <= 90)
            .map((tick) => (
              <g key={`y${tick}`} transform={`translate(0 ${ys(tick)})`}>
                <line x1={GUTTER.left - 6} x2={width} class="grid" />
                <text x={GUTTER.left - 10} dy="0.32em" text-anchor="end">
                  {formatTick(tick)}
                </text>
              </g>
            ))}
        <text x={width - 8} y={height - 32} text-anchor="end" class="axis-name">
          {shorten(frame.names[0], width)} →
        </text>
        {frame.names[1] !== "" && (
          <text transform={`translate(${GUTTER.left + 12} 8) rotate(-90)`} text-anchor="end" class="axis-name">
            {shorten(frame.names[1], height)} →
          </text>
        )}
      </g>
      {kept.length > 0 && <polygon class="selection" points={polygon(kept)} data-part="selected-area" />}
      {dragged && <polygon class="selection" points={polygon(dragged)} />}
      {node && (
        <g class="ring" data-part="ring" data-node={node.id}>
          {frame.is_map && node.reach > 0 ? (
            <polygon
              points={polygon(
                circleOnSphere(node.x, node.y, node.reach, camera.centerX).map(([x, y]) => [toX(x), toY(y)]),
              )}
            />
          ) : (
            <ellipse
              cx={toX(node.x)}
              cy={toY(node.y)}
              rx={node.reach * camera.scaleX}
              ry={node.reach * camera.scaleY}
            />
          )}
          <circle cx={toX(node.x)} cy={toY(node.y)} r={5} class="dot" />
        </g>
      )}
      {found && (
        <g class="found" data-part="found" transform={`translate(${toX(found.x)} ${toY(found.y)})`}>
          <path d="M-12 0H-4M4 0H12M0 -12V-4M0 4V12" />
          <text x={10} y={-8}>
            row {formatCount(found.row)}
          </text>
        </g>
      )}
    </svg>
  );
}

/** So much of a name as there is room for. */
function shorten(name: string, room: number): string {
  const most = Math.max(Math.floor(room / 8) - 10, 8);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

function formatTick(x: number): string {
  return Math.abs(x) < 1e-12 ? "0" : formatNumber(x, 6);
}

function Tip({ explorer, place, x, y }: { explorer: Explorer; place: number; x: number; y: number }) {
  const view = explorer.view.value;
  const meta = explorer.meta.value!;
  const frame = explorer.frame.value!;
  const [width, height] = explorer.size.value;
  if (!view || place >= view.count) return null;
  const centerX = view.x[place]! * (view.bbox[2] - view.bbox[0]) + (view.bbox[0] + view.bbox[2]) / 2;
  const centerY = view.y[place]! * (view.bbox[3] - view.bbox[1]) + (view.bbox[1] + view.bbox[3]) / 2;
  const by = explorer.colorBy.value;
  const unit = meta.unit ? ` ${meta.unit}` : "";
  const flipX = x > width / 2 - 230;
  const flipY = y > height / 2 - 130;
  return (
    <div
      class="tip"
      data-part="tip"
      style={{
        transform: `translate(${x + width / 2 + (flipX ? -14 : 14)}px, ${y + height / 2 + (flipY ? -14 : 14)}px) translate(${flipX ? "-100%" : "0"}, ${flipY ? "-100%" : "0"})`,
      }}
    >
      <b>Node #{view.id[place]}</b>
      <dl>
        <dt>weight</dt>
        <dd>{formatCount(view.weight[place]!)}</dd>
        <dt>radius</dt>
        <dd>
          {formatUp(view.radius[place]!)}
          {unit}
        </dd>
        <dt>centre</dt>
        <dd>
          {formatNumber(centerX)}
          {frame.names[1] !== "" && `, ${formatNumber(centerY)}`}
        </dd>
        {by !== "cluster" && by !== "weight" && by !== "radius" && (
          <>
            <dt>{by === "labels" ? "label" : meta.columns[Number(by.split(":")[1])]}</dt>
            <dd>{by === "labels" ? meta.labels[view.value[place]!] : formatNumber(view.value[place]!)}</dd>
          </>
        )}
      </dl>
      <span
        class="swatch"
        style={{ background: toCss(colorMark(view, place, by, findRange(view))) }}
      />
    </div>
  );
}

/** The picture as it is on the screen, with what it says of itself below. */
async function savePicture(
  explorer: Explorer,
  painter: Painter,
  source: HTMLCanvasElement,
  box: HTMLElement,
): Promise<void> {
  const view = explorer.view.value;
  const camera = explorer.camera.value;
  const meta = explorer.meta.value;
  if (!view || !camera || !meta) return;
  const ratio = source.width / box.clientWidth;
  const foot = Math.round(34 * ratio);
  const picture = document.createElement("canvas");
  picture.width = source.width;
  picture.height = source.height + foot;
  const context = picture.getContext("2d")!;
  const style = getComputedStyle(box);
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, 0, picture.width, picture.height);
  const frame = explorer.frame.value!;
  if (frame.is_map) {
    context.strokeStyle = style.getPropertyValue("--line-strong");
    context.lineWidth = ratio;
    for (const shift of [-360, 0, 360]) {
      const at = new DOMMatrix([
        camera.scaleX * ratio,
        0,
        0,
        -camera.scaleY * ratio,
        ((shift - camera.centerX) * camera.scaleX + box.clientWidth / 2) * ratio,
        (camera.centerY * camera.scaleY + box.clientHeight / 2) * ratio,
      ]);
      const path = new Path2D();
      path.addPath(new Path2D(worldOutline()), at);
      context.stroke(path);
    }
  }
  // Drawn and read in one go: the browser clears a WebGL canvas afterwards.
  painter.paint(Infinity);
  context.drawImage(source, 0, 0);
  context.fillStyle = style.color;
  context.font = `${13 * ratio}px system-ui, sans-serif`;
  const said = `${meta.title} · level ${view.level} · ${describeCount(view)} · ${describeBound(view, meta, camera)}`;
  context.fillText(said, 12 * ratio, source.height + 22 * ratio, picture.width - 24 * ratio);
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, "image/png"));
  if (blob) saveBlob(blob, "bidvit.png");
}
