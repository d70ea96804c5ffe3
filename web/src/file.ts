// The exported page: its answers come from the coarser levels of the tree, which it holds itself.

import { colorApart } from "./coloring.ts";
import { PALETTE } from "./colors.ts";
import type { DataSource, Frame, Hierarchy, IcicleEntry, Meta, NodeInfo, Parameters, Selected, ViewData } from "./source.ts";

type Column = Float64Array | Float32Array | Uint32Array | Int32Array;

interface Header {
  meta: Meta;
  frames: Record<string, Frame>;
  count: number;
  // Columns of all nodes in tree order, each as long as there are nodes.
  columns: [string, keyof typeof TYPES][];
}

const TYPES = { f8: Float64Array, f4: Float32Array, u4: Uint32Array, i4: Int32Array } as const;

export async function openFile(text: string): Promise<DataSource> {
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const data = await new Response(stream).arrayBuffer();
  const length = new DataView(data).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length))) as Header;
  const columns: Record<string, Column> = {};
  let at = 4 + length;
  for (const [name, kind] of header.columns) {
    const column = new TYPES[kind](data, at, header.count);
    columns[name] = column;
    at += Math.ceil(column.byteLength / 8) * 8;
  }
  return new FileSource(header, columns);
}

class FileSource implements DataSource {
  readonly hasRows = false;
  readonly whyLate = "this takes long …";
  private readonly placeOf = new Map<number, number>();
  private readonly children = new Map<number, number[]>();
  private readonly colorings = new Map<string, Uint32Array>();

  constructor(
    private readonly header: Header,
    private readonly columns: Record<string, Column>,
  ) {
    for (let k = 0; k < header.count; k++) {
      this.placeOf.set(this.at("id", k), k);
      const parent = this.at("parent", k);
      const siblings = this.children.get(parent);
      if (siblings) siblings.push(k);
      else this.children.set(parent, [k]);
    }
  }

  private at(column: string, place: number): number {
    return this.columns[column]![place]!;
  }

  async json<T>(question: string, parameters: Parameters): Promise<T> {
    switch (question) {
      case "meta":
        return this.header.meta as T;
      case "frame": {
        const frame = this.header.frames[String(parameters["axes"])];
        if (!frame) throw new Error("these axes are not in this file");
        return frame as T;
      }
      case "node":
        return this.describe(Number(parameters["id"]), String(parameters["axes"])) as T;
      case "hierarchy":
        return this.listHierarchy(parameters["root"] === undefined ? null : Number(parameters["root"])) as T;
      case "select":
        return this.summarise(parameters) as T;
      default:
        throw new Error("this file holds nodes only, not rows");
    }
  }

  private place(id: number): number {
    const place = this.placeOf.get(id);
    if (place === undefined) throw new Error(`node ${id} is of a level that is not in this file`);
    return place;
  }

  private meets(k: number, axes: string, box: number[], isMap: boolean): boolean {
    const [x, y, reach] = [this.at(`x ${axes}`, k), this.at(`y ${axes}`, k), this.at(`reach ${axes}`, k)];
    const dy = Math.max(box[1]! - y, y - box[3]!, 0);
    if (!isMap) {
      const dx = Math.max(box[0]! - x, x - box[2]!, 0);
      return Math.hypot(dx, dy) <= reach * (1 + 1e-6);
    }
    const [latitude, angle] = [(y * Math.PI) / 180, (reach * Math.PI) / 180];
    const sine = Math.abs(latitude) + angle >= Math.PI / 2 ? 1 : Math.sin(Math.min(angle, Math.PI / 2)) / Math.cos(latitude);
    const east = sine >= 1 ? 180 : (Math.asin(sine) * 180) / Math.PI;
    const dx = Math.min(...[-360, 0, 360].map((shift) => Math.max(box[0]! - x - shift, x + shift - box[2]!, 0)));
    return dx <= east * (1 + 1e-6) && dy <= reach * (1 + 1e-6);
  }

  async view(parameters: Parameters): Promise<ViewData> {
    const axes = String(parameters["axes"]);
    const frame = this.header.frames[axes]!;
    const { meta } = this.header;
    const box = String(parameters["bbox"]).split(",").map(Number);
    const budget = Number(parameters["budget"]);
    const top = meta.levels.length - 1;
    const finest = meta.finest_level ?? 0;
    const root = parameters["root"] === undefined ? -1 : this.place(Number(parameters["root"]));
    const begin = root < 0 ? -1 : this.at("begin", root);
    const end = root < 0 ? Infinity : this.at("end", root);
    // How many of each level are in view, from where nodes appear and where they are gone.
    const changes = new Int32Array(top + 2);
    const inView: number[] = [];
    for (let k = 0; k < this.header.count; k++) {
      if (this.at("begin", k) < begin || this.at("end", k) > end || !this.meets(k, axes, box, frame.is_map)) continue;
      inView.push(k);
      changes[Math.max(this.at("birth", k), finest)]! += 1;
      changes[(k === root ? top : this.at("last", k)) + 1]! -= 1;
    }
    const counts: number[] = [];
    for (let level = 0, n = 0; level <= top; level++) counts.push((n += changes[level]!));
    const asked = parameters["level"] === "auto" ? null : Number(parameters["level"]);
    let level = Math.max(asked ?? 0, finest);
    while (level < top && counts[level]! > budget) level++;
    const shown = inView.filter(
      (k) => this.at("birth", k) <= level && (level <= this.at("last", k) || k === root),
    );
    const colorLevel = Math.max(level, Number(parameters["color_level"]));
    const by = String(parameters["color_by"]);
    const n = shown.length;
    const [width, height] = [box[2]! - box[0]!, box[3]! - box[1]!];
    const [middleX, middleY] = [(box[0]! + box[2]!) / 2, (box[1]! + box[3]!) / 2];
    const pick = (name: string) => (this.columns[name] ? shown.map((k) => this.at(name, k)) : shown.map(() => 0));
    const value = by === "cluster" ? null : by === "weight" || by === "radius" || by === "labels" ? by : `value ${by.slice(7)}`;
    const clusters = shown.map((k) => this.ancestor(k, colorLevel));
    const coloring = this.colorsOf(colorLevel, axes);
    const reaches = Float32Array.from(pick(`reach ${axes}`));
    return {
      count: n,
      level,
      asked_level: asked,
      color_level: colorLevel,
      colors_apart: true,
      n_left_out: 0,
      n_points: pick("rows").reduce((sum, rows) => sum + rows, 0),
      max_radius: pick("radius").reduce((most, radius) => Math.max(most, radius), 0),
      max_reach: reaches.reduce((most, reach) => Math.max(most, reach), 0),
      bbox: box as [number, number, number, number],
      axes,
      bound: frame.bound,
      radius: Float64Array.from(pick("radius")),
      value: Float64Array.from(value ? pick(value) : shown.map(() => 0)),
      id: Uint32Array.from(pick("id")),
      x: Float32Array.from(pick(`x ${axes}`), (x) => {
        const off = x - middleX;
        return (frame.is_map ? off - 360 * Math.round(off / 360) : off) / width;
      }),
      y: Float32Array.from(pick(`y ${axes}`), (y) => (y - middleY) / height),
      weight: Float32Array.from(pick("weight")),
      reach: reaches.map((reach) => reach / height),
      leaf_begin: Uint32Array.from(pick("begin")),
      leaf_end: Uint32Array.from(pick("end")),
      cluster: Uint32Array.from(clusters, (k) => this.at("id", k)),
      color: Uint32Array.from(clusters, (k) => coloring[k]!),
    };
  }

  private ancestor(place: number, level: number): number {
    let k = place;
    while (this.at("last", k) < level && this.at("parent", k) >= 0) k = this.at("parent", k);
    return k;
  }

  private colorsOf(level: number, axes: string): Uint32Array {
    const key = `${level} ${axes}`;
    let colors = this.colorings.get(key);
    if (!colors) {
      const nodes = this.ofLevel(level);
      const of = (name: string) => nodes.map((k) => this.at(`${name} ${axes}`, k));
      const apart = colorApart(of("x"), of("y"), PALETTE.length);
      colors = new Uint32Array(this.header.count);
      nodes.forEach((k, rank) => (colors![k] = apart[rank]!));
      this.colorings.set(key, colors);
    }
    return colors;
  }

  private ofLevel(level: number, begin = 0, end = Infinity): number[] {
    const found: number[] = [];
    for (let k = 0; k < this.header.count; k++)
      if (
        this.at("birth", k) <= level &&
        level <= this.at("last", k) &&
        this.at("begin", k) >= begin &&
        this.at("end", k) <= end
      )
        found.push(k);
    return found;
  }

  private describe(id: number, axes: string): NodeInfo {
    const k = this.place(id);
    const parent = this.at("parent", k);
    const siblings = this.children.get(parent)!;
    const place = siblings.indexOf(k);
    const children = this.children.get(k) ?? [];
    const path: { id: number; weight: number }[] = [];
    for (let p = k; p >= 0; p = this.at("parent", p)) path.unshift({ id: this.at("id", p), weight: this.at("weight", p) });
    const heaviest = children.reduce((best, c) => (best < 0 || this.at("weight", c) > this.at("weight", best) ? c : best), -1);
    const { meta } = this.header;
    const columns = meta.columns.flatMap((name, column) => {
      const values = this.columns[`value ${column}`];
      if (!values) return [];
      return [{ name, center: values[k]!, mean: values[k]!, min: NaN, max: NaN, histogram: [] }];
    });
    return {
      id,
      level: this.at("birth", k),
      last_level: this.at("last", k),
      weight: this.at("weight", k),
      radius: this.at("radius", k),
      n_children: this.at("children", k),
      heaviest_child: heaviest < 0 ? -1 : this.at("id", heaviest),
      previous: this.at("id", siblings.at(place - 1)!),
      next: this.at("id", siblings[(place + 1) % siblings.length]!),
      n_rows: this.at("rows", k),
      n_leaves: this.at("end", k) - this.at("begin", k),
      n_measured: 0,
      leaf_begin: this.at("begin", k),
      leaf_end: this.at("end", k),
      parent: parent < 0 ? -1 : this.at("id", parent),
      path,
      x: this.at(`x ${axes}`, k),
      y: this.at(`y ${axes}`, k),
      reach: this.at(`reach ${axes}`, k),
      n_columns: columns.length,
      first_column: 0,
      columns,
    };
  }

  private listHierarchy(rootId: number | null): Hierarchy {
    const { meta } = this.header;
    const tops = this.children.get(-1)!;
    const root = rootId !== null ? this.place(rootId) : tops.length === 1 ? tops[0]! : -1;
    const weight = root < 0 ? meta.weight : this.at("weight", root);
    const begin = root < 0 ? 0 : this.at("begin", root);
    const end = root < 0 ? Infinity : this.at("end", root);
    const born = root < 0 ? meta.levels.length : this.at("birth", root);
    const entries: IcicleEntry[] = [
      { id: root < 0 ? -1 : this.at("id", root), parent: -1, row: 0, weight, n: 1, begin, end: root < 0 ? meta.n_leaves : end },
    ];
    const rows: Hierarchy["rows"] = [{ level: root < 0 ? null : born, n_nodes: 1 }];
    let shown = [0];
    let least = 2;
    for (let level = born - 1; level >= (meta.finest_level ?? 0) && rows.length < 6; level--) {
      const below = this.ofLevel(level, begin, end);
      if (below.length < least) continue;
      least = Math.max(4 * least, 2 * below.length);
      rows.push({ level, n_nodes: below.length });
      const next: number[] = [];
      for (const above of shown) {
        const { begin: low, end: high } = entries[above]!;
        const inside = below.filter((k) => this.at("begin", k) >= low && this.at("end", k) <= high);
        const heavy = inside.filter((k) => this.at("weight", k) >= weight / 500);
        for (const k of heavy) {
          next.push(entries.length);
          entries.push({
            id: this.at("id", k),
            parent: above,
            row: rows.length - 1,
            weight: this.at("weight", k),
            n: 1,
            begin: this.at("begin", k),
            end: this.at("end", k),
          });
        }
        const sum = (list: number[]) => list.reduce((total, k) => total + this.at("weight", k), 0);
        if (inside.length > heavy.length)
          entries.push({
            id: -1,
            parent: above,
            row: rows.length - 1,
            weight: Math.max(sum(inside) - sum(heavy), 0),
            n: inside.length - heavy.length,
            begin: -1,
            end: -1,
          });
      }
      shown = next;
      if (entries.length > 4000) break;
    }
    return { root: root < 0 ? -1 : this.at("id", root), rows, entries };
  }

  private within(parameters: Parameters): number[] {
    const axes = String(parameters["axes"]);
    const polygon = String(parameters["polygon"]).split(",").map(Number);
    const root = parameters["root"] === undefined ? -1 : this.place(Number(parameters["root"]));
    const level = Number(parameters["level"]);
    const nodes = root < 0 ? this.ofLevel(level) : this.ofLevel(level, this.at("begin", root), this.at("end", root));
    return nodes.filter((k) => {
      const [x, y] = [this.at(`x ${axes}`, k), this.at(`y ${axes}`, k)];
      let inside = false;
      for (let i = 0, j = polygon.length - 2; i < polygon.length; j = i, i += 2) {
        const [xi, yi, xj, yj] = [polygon[i]!, polygon[i + 1]!, polygon[j]!, polygon[j + 1]!];
        if (yi > y !== yj > y && x < xi + ((y - yi) / (yj - yi)) * (xj - xi)) inside = !inside;
      }
      return inside;
    });
  }

  private summarise(parameters: Parameters): Selected {
    const nodes = this.within(parameters).sort((a, b) => this.at("weight", b) - this.at("weight", a));
    const sum = (name: string) => nodes.reduce((total, k) => total + this.at(name, k), 0);
    return {
      level: Number(parameters["level"]),
      n_nodes: nodes.length,
      n_rows: sum("rows"),
      weight: sum("weight"),
      nodes: nodes.slice(0, 1000).map((k) => this.at("id", k)),
      weights: nodes.slice(0, 1000).map((k) => this.at("weight", k)),
    };
  }

  async csv(parameters: Parameters): Promise<Blob> {
    const nodes = this.within(parameters);
    const { columns } = this.header.meta;
    const known = columns.map((_, k) => k).filter((k) => this.columns[`value ${k}`]);
    const quote = (name: string) => {
      // A spreadsheet would take what begins like this for a formula.
      const plain = /^[=+\-@\t\r]/.test(name) ? `'${name}` : name;
      return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
    };
    const lines = [["node", "weight", "radius", ...known.map((k) => quote(columns[k]!))].join(",")];
    for (const k of nodes)
      lines.push([this.at("id", k), this.at("weight", k), this.at("radius", k), ...known.map((c) => this.at(`value ${c}`, k))].join(","));
    return new Blob([lines.join("\r\n") + "\r\n"], { type: "text/csv" });
  }
}
