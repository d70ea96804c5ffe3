// Where the explorer's answers come from: a server, a notebook's kernel, or the page itself.

export interface LevelInfo {
  level: number;
  n_nodes: number;
  epsilon: number;
  max_radius: number;
  // Once they are known.
  calinski_harabasz?: number | null;
  davies_bouldin?: number | null;
}

export interface Meta {
  title: string;
  n_rows: number;
  n_leaves: number;
  n_nodes: number;
  weight: number;
  roots: number[];
  n_roots: number;
  n_features: number;
  columns: string[];
  labels: string[];
  metric: string;
  unit: string;
  radii_kind: string;
  linkage: string;
  axes: string;
  color_level: number;
  n_components: number;
  component_shares: number[];
  is_map: boolean;
  levels: LevelInfo[];
  // Only in an exported file: the finest level in it, and which axes.
  finest_level?: number;
  axes_choices?: string[];
}

export interface Frame {
  axes: string;
  names: [string, string];
  bounds: [number, number, number, number];
  bound: "distance" | "stretched" | "chord" | "sphere" | "measured";
  is_map: boolean;
}

export interface ColumnInfo {
  name: string;
  center: number;
  mean: number;
  min: number;
  max: number;
  histogram: number[];
}

export interface NodeInfo {
  id: number;
  level: number;
  last_level: number;
  weight: number;
  radius: number;
  n_children: number;
  heaviest_child: number;
  previous: number;
  next: number;
  n_rows: number;
  n_leaves: number;
  n_measured: number;
  leaf_begin: number;
  leaf_end: number;
  parent: number;
  path: { id: number; weight: number }[];
  x: number;
  y: number;
  reach: number;
  n_columns: number;
  first_column: number;
  columns: ColumnInfo[];
}

export interface Members {
  n_rows: number;
  offset: number;
  columns: string[];
  rows: number[];
  values: number[][];
}

export interface IcicleEntry {
  id: number;
  parent: number;
  row: number;
  weight: number;
  n: number;
  begin: number;
  end: number;
}

export interface Hierarchy {
  root: number;
  rows: { level: number | null; n_nodes: number }[];
  entries: IcicleEntry[];
}

export interface Found {
  row: number;
  x: number;
  y: number;
  path: number[];
}

export interface Selected {
  level: number;
  n_nodes: number;
  n_rows: number;
  weight: number;
  nodes: number[];
  weights: number[];
}

export interface ViewData {
  count: number;
  level: number;
  asked_level: number | null;
  color_level: number;
  // Whether neighbouring clusters have different colours: of very many, not all have.
  colors_apart: boolean;
  n_left_out: number;
  n_points: number;
  max_radius: number;
  max_reach: number;
  bbox: [number, number, number, number];
  axes: string;
  bound: Frame["bound"];
  radius: Float64Array;
  value: Float64Array;
  id: Uint32Array;
  // Fractions of the viewport, from its middle; y upwards. Reach: of its height.
  x: Float32Array;
  y: Float32Array;
  weight: Float32Array;
  reach: Float32Array;
  leaf_begin: Uint32Array;
  leaf_end: Uint32Array;
  cluster: Uint32Array;
  color: Uint32Array;
}

export type Parameters = Record<string, string | number>;

export interface DataSource {
  /** Whether the rows themselves are there, not only nodes. */
  readonly hasRows: boolean;
  /** What may be the matter when an answer takes long. */
  readonly whyLate: string;
  json<T>(question: string, parameters: Parameters, signal?: AbortSignal): Promise<T>;
  view(parameters: Parameters, signal?: AbortSignal): Promise<ViewData>;
  csv(parameters: Parameters): Promise<Blob>;
}

const TYPES = { f8: Float64Array, f4: Float32Array, u4: Uint32Array } as const;

export function unpackView(packed: ArrayBuffer): ViewData {
  const length = new DataView(packed).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(packed, 4, length)));
  const view: Record<string, unknown> = { ...header };
  let at = 4 + length;
  for (const [name, kind] of Object.entries(header.columns as Record<string, keyof typeof TYPES>)) {
    const column = new TYPES[kind](packed, at, header.count);
    view[name] = column;
    at += column.byteLength;
  }
  return view as unknown as ViewData;
}

function toQuery(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  return query.toString();
}

/** A server that says why it refuses. */
export class ServerSource implements DataSource {
  readonly hasRows = true;
  readonly whyLate = "still waiting for the server …";

  private async fetch(path: string, signal?: AbortSignal): Promise<Response> {
    const response = await fetch(`api/${path}`, { signal: signal ?? null }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new Error("the server does not answer: is bidvit explore still running?");
    });
    if (!response.ok) {
      const told = await response.json().catch(() => ({}));
      throw new Error(told.error ?? `the server answered ${response.status}`);
    }
    return response;
  }

  async json<T>(question: string, parameters: Parameters, signal?: AbortSignal): Promise<T> {
    const { id, ...rest } = parameters;
    const path = question === "node" ? `node/${id}` : question === "members" ? `node/${id}/members` : question;
    return (await this.fetch(`${path}?${toQuery(rest)}`, signal)).json() as Promise<T>;
  }

  async view(parameters: Parameters, signal?: AbortSignal): Promise<ViewData> {
    return unpackView(await (await this.fetch(`view?${toQuery(parameters)}`, signal)).arrayBuffer());
  }

  async csv(parameters: Parameters): Promise<Blob> {
    return (await this.fetch(`rows.csv?${toQuery(parameters)}`)).blob();
  }
}

export interface WidgetModel {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(content: unknown): void;
  on(event: string, callback: (...values: never[]) => void): void;
  off(event: string, callback: (...values: never[]) => void): void;
}

/** A notebook's kernel, asked by messages. */
export class WidgetSource implements DataSource {
  readonly hasRows = true;
  readonly whyLate = "still waiting: is the kernel busy, or gone?";
  // Not from 1: a widget that is shown twice gets every answer in both places.
  private next = Math.floor(Math.random() * 2 ** 50);
  private readonly waiting = new Map<number, { resolve(data: ArrayBuffer): void; reject(error: Error): void }>();

  constructor(private readonly model: WidgetModel) {
    model.on("msg:custom", this.receive as (...values: never[]) => void);
  }

  close(): void {
    this.model.off("msg:custom", this.receive as (...values: never[]) => void);
  }

  private readonly receive = (message: { id: number; error?: string }, buffers: DataView[]): void => {
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    this.waiting.delete(message.id);
    const buffer = buffers[0];
    if (message.error !== undefined || !buffer) waiting.reject(new Error(message.error ?? "no answer"));
    // Copied, so that the columns begin at multiples of eight bytes.
    else waiting.resolve(buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength) as ArrayBuffer);
  };

  private ask(question: string, parameters: Parameters, signal?: AbortSignal): Promise<ArrayBuffer> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => {
        this.waiting.delete(id);
        reject(new DOMException("no longer needed", "AbortError"));
      });
      const texts = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
      this.model.send({ id, question, parameters: texts });
    });
  }

  async json<T>(question: string, parameters: Parameters, signal?: AbortSignal): Promise<T> {
    return JSON.parse(new TextDecoder().decode(await this.ask(question, parameters, signal))) as T;
  }

  async view(parameters: Parameters, signal?: AbortSignal): Promise<ViewData> {
    return unpackView(await this.ask("view", parameters, signal));
  }

  async csv(parameters: Parameters): Promise<Blob> {
    return new Blob([await this.ask("rows.csv", parameters)], { type: "text/csv" });
  }
}
