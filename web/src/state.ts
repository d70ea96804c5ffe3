// What the explorer shows and how it gets there: one object of signals behind all parts of the page.

import { batch, computed, signal } from "@preact/signals";
import type { DataSource, Found, Frame, Hierarchy, Members, Meta, NodeInfo, Parameters, Selected, ViewData } from "./source.ts";

export type Mode = "pan" | "box" | "lasso";
export type Theme = "auto" | "light" | "dark";

/** Which part of the plane is on the screen: pixels are base times k plus offset, from the middle. */
export interface Camera {
  centerX: number;
  centerY: number;
  // Pixels per unit of the plane.
  scaleX: number;
  scaleY: number;
}

export interface Selection {
  polygon: number[];
  level: number;
  told: Selected;
}

export const BUDGETS = [500, 1000, 2000, 4000, 8000, 16000];
const AXES = /^(map|column:\d+|(columns|components):\d+,\d+)$/;
const DEFAULT_BUDGET = 4000;
const MEMBERS_PER_PAGE = 20;
const PATIENCE = 8000; // ms

export class Explorer {
  readonly meta = signal<Meta | null>(null);
  readonly frame = signal<Frame | null>(null);
  readonly size = signal<[number, number]>([0, 0]);
  readonly camera = signal<Camera | null>(null);
  readonly axes = signal("");
  readonly level = signal<number | null>(null);
  readonly colorLevel = signal(0);
  readonly colorBy = signal("cluster");
  readonly budget = signal(DEFAULT_BUDGET);
  readonly root = signal<number | null>(null);
  readonly rootInfo = signal<NodeInfo | null>(null);
  readonly view = signal<ViewData | null>(null);
  readonly node = signal<NodeInfo | null>(null);
  readonly members = signal<Members | null>(null);
  readonly hierarchy = signal<Hierarchy | null>(null);
  readonly hovered = signal<number | null>(null);
  readonly highlight = signal<[number, number] | null>(null);
  readonly selection = signal<Selection | null>(null);
  readonly mode = signal<Mode>("pan");
  readonly theme = signal<Theme>("auto");
  readonly showsTable = signal(false);
  readonly error = signal<{ of: string; text: string } | null>(null);
  readonly notice = signal<string | null>(null);
  private readonly pending = signal(0);
  // Questions that have been under way for long.
  readonly late = signal(0);
  private readonly isMoving = signal(false);
  readonly isBusy = computed(() => this.pending.value > 0 || this.isMoving.value);
  readonly found = signal<Found | null>(null);

  readonly shownLevel = computed(() => this.view.value?.level ?? 0);
  readonly bbox = computed<[number, number, number, number] | null>(() => {
    const camera = this.camera.value;
    const [width, height] = this.size.value;
    if (!camera || !width || !height) return null;
    const x = width / 2 / camera.scaleX;
    const y = height / 2 / camera.scaleY;
    return [camera.centerX - x, camera.centerY - y, camera.centerX + x, camera.centerY + y];
  });

  private flight: AbortController | null = null;
  private isWaiting = false;
  private nodeFlight: AbortController | null = null;
  private asked = "";
  private opening: [number, number, number, number] | null = null;
  // Whether all of the data is in sight because nobody has moved yet.
  private isHome = false;
  private jump: { from: Camera; to: Camera; begin: number } | null = null;

  constructor(
    readonly source: DataSource,
    readonly onSelect: (nodes: number[]) => void = () => undefined,
  ) {}

  async start(link: string): Promise<void> {
    const meta = await this.ask<Meta>("meta", {});
    if (!meta) return;
    const state = new URLSearchParams(link);
    const axes = state.get("axes") ?? meta.axes;
    batch(() => {
      this.meta.value = meta;
      this.axes.value = AXES.test(axes) ? axes : meta.axes;
      this.colorLevel.value = readInteger(state.get("color"), meta.levels.length) ?? meta.color_level;
      this.level.value = readInteger(state.get("level"), meta.levels.length);
      this.root.value = readInteger(state.get("root"), meta.n_nodes);
      this.rootInfo.value = null;
      this.found.value = null;
      this.clearSelection();
      const by = state.get("by") ?? "cluster";
      this.colorBy.value = listColorings(meta).includes(by) ? by : "cluster";
      const budget = readInteger(state.get("budget"), Infinity);
      this.budget.value = budget !== null && BUDGETS.includes(budget) ? budget : DEFAULT_BUDGET;
      const theme = state.get("theme");
      if (theme === "light" || theme === "dark") this.theme.value = theme;
    });
    if (!(await this.loadFrame(state.get("bbox")?.split(",").map(Number))) && this.axes.value !== meta.axes) {
      this.axes.value = meta.axes;
      await this.loadFrame();
    }
    const shown = this.frame.value?.axes ?? "";
    if (shown === meta.axes && axes !== shown)
      this.error.value = { of: "frame", text: `the link asks for other axes, which are not here: ${axes.slice(0, 40)}` };
    const chosen = readInteger(state.get("node"), meta.n_nodes);
    if (this.root.value !== null) void this.loadRoot();
    if (chosen !== null || this.node.value) void this.selectNode(chosen);
    await this.loadHierarchy();
    if (this.source.hasRows) await this.loadScores();
  }

  /** What takes longer comes last, and nobody waits for it. */
  private async loadScores(): Promise<void> {
    type Scores = Record<"calinski_harabasz" | "davies_bouldin", (number | null)[]>;
    const scores = await this.source.json<Scores>("scores", {}).catch(() => null);
    const meta = this.meta.value;
    if (!scores || !meta) return;
    const levels = meta.levels.map((level, k) => ({
      ...level,
      calinski_harabasz: scores.calinski_harabasz[k] ?? null,
      davies_bouldin: scores.davies_bouldin[k] ?? null,
    }));
    this.meta.value = { ...meta, levels };
  }

  /** What brings this view back. */
  get link(): string {
    const state = new URLSearchParams();
    state.set("axes", this.axes.value);
    if (this.bbox.value) state.set("bbox", this.bbox.value.join(","));
    if (this.level.value !== null) state.set("level", String(this.level.value));
    state.set("color", String(this.colorLevel.value));
    if (this.colorBy.value !== "cluster") state.set("by", this.colorBy.value);
    if (this.budget.value !== DEFAULT_BUDGET) state.set("budget", String(this.budget.value));
    if (this.root.value !== null) state.set("root", String(this.root.value));
    if (this.node.value) state.set("node", String(this.node.value.id));
    if (this.theme.value !== "auto") state.set("theme", this.theme.value);
    return state.toString();
  }

  /** Ask, and show what went wrong until the same succeeds. */
  private async attempt<T>(of: string, ask: () => Promise<T>): Promise<T | null> {
    this.pending.value += 1;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.late.value += 1;
    }, PATIENCE);
    try {
      const answer = await ask();
      if (this.error.value?.of === of) this.error.value = null;
      return answer;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError"))
        this.error.value = { of, text: error instanceof Error ? error.message : String(error) };
      return null;
    } finally {
      clearTimeout(timer);
      if (isLate) this.late.value -= 1;
      this.pending.value -= 1;
    }
  }

  /** One question for JSON. */
  private ask<T>(question: string, parameters: Parameters, signal?: AbortSignal): Promise<T | null> {
    return this.attempt(question, () => this.source.json<T>(question, parameters, signal));
  }

  // The plane

  private async loadFrame(bbox?: number[]): Promise<boolean> {
    const asked = this.axes.value;
    const frame = await this.ask<Frame>("frame", { axes: asked });
    if (!frame) return false;
    // Others have been chosen since.
    if (asked !== this.axes.value) return true;
    batch(() => {
      this.frame.value = frame;
      this.axes.value = frame.axes;
      this.camera.value = null;
    });
    if (bbox?.length === 4 && bbox.every(Number.isFinite) && bbox[0]! < bbox[2]! && bbox[1]! < bbox[3]!)
      this.opening = bbox as [number, number, number, number];
    this.open();
    return true;
  }

  /** Show what a link asks for, or all; as soon as it is known how large the picture is. */
  private open(): void {
    if (!this.frame.value || !this.size.value[0]) return;
    if (this.opening) this.show(this.opening, false);
    else this.fit(false);
    this.opening = null;
  }

  setAxes(axes: string): void {
    if (axes === this.axes.value) return;
    batch(() => {
      this.axes.value = axes;
      this.clearSelection();
      this.found.value = null;
    });
    void this.loadFrame().then(() => this.node.value && this.selectNode(this.node.value.id));
  }

  /** Where the camera stands to see all of the data. */
  get home(): Camera | null {
    const frame = this.frame.value;
    const [width, height] = this.size.value;
    if (!frame || !width || !height) return null;
    let [lowX, lowY, highX, highY] = frame.bounds;
    if (frame.is_map && highX - lowX > 180) [lowX, lowY, highX, highY] = [-180, -85, 180, 85];
    return this.around([lowX, lowY, highX, highY], 0.06);
  }

  private around(box: [number, number, number, number], margin: number): Camera {
    const [width, height] = this.size.value;
    const frame = this.frame.value!;
    const spans = [frame.bounds[2] - frame.bounds[0], frame.bounds[3] - frame.bounds[1]];
    // Where all of the data is one place, about as much as that is from the origin.
    const largest = Math.max(...spans) || Math.max(...frame.bounds.map(Math.abs)) / 10 || 1;
    const least = Math.max(...spans) > 0 ? largest * 1e-12 : largest;
    let [wide, tall] = [Math.max(box[2] - box[0], least), Math.max(box[3] - box[1], least)];
    if (spans[0] === 0) wide = (tall * width) / height;
    if (spans[1] === 0) tall = (wide * height) / width;
    const room = 1 - 2 * margin;
    let [scaleX, scaleY] = [(width * room) / wide, (height * room) / tall];
    // Equal scales, so that discs are round, unless one axis would be squeezed flat.
    const isComparable = largest <= 8 * Math.min(...spans) || Math.min(...spans) === 0;
    if (frame.is_map || isComparable) scaleX = scaleY = Math.min(scaleX, scaleY);
    return { centerX: box[0] / 2 + box[2] / 2, centerY: box[1] / 2 + box[3] / 2, scaleX, scaleY };
  }

  fit(moves = true): void {
    const home = this.home;
    if (!home) return;
    this.moveTo(home, moves);
    this.isHome = true;
  }

  show(box: [number, number, number, number], moves = true): void {
    if (this.size.value[0]) this.moveTo(this.around(box, 0), moves);
  }

  private moveTo(to: Camera, moves: boolean): void {
    this.isHome = false;
    const from = this.camera.value;
    if (!moves || !from || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.endJump();
      this.setCamera(to);
      return;
    }
    this.jump = { from, to, begin: performance.now() };
    this.isMoving.value = true;
    const jump = this.jump;
    const step = (now: number): void => {
      if (this.jump !== jump) return;
      const t = Math.min((now - jump.begin) / 350, 1);
      const s = t * t * (3 - 2 * t);
      const between = (a: number, b: number) => a * (b / a) ** s;
      const scaleX = between(from.scaleX, to.scaleX);
      // So that what is aimed at stays in sight while the scale changes.
      const ratio = Math.abs(to.scaleX / from.scaleX - 1) < 1e-6 ? s : (1 / scaleX - 1 / from.scaleX) / (1 / to.scaleX - 1 / from.scaleX);
      this.setCamera({
        centerX: from.centerX + (to.centerX - from.centerX) * ratio,
        centerY: from.centerY + (to.centerY - from.centerY) * ratio,
        scaleX,
        scaleY: between(from.scaleY, to.scaleY),
      });
      if (t < 1) requestAnimationFrame(step);
      else this.endJump();
    };
    requestAnimationFrame(step);
  }

  private endJump(): void {
    this.jump = null;
    this.isMoving.value = false;
  }

  /** By hand: ends whatever motion is under way. */
  steer(camera: Camera): void {
    this.endJump();
    this.isHome = false;
    this.setCamera(camera);
  }

  private setCamera(camera: Camera): void {
    const home = this.home;
    if (home) {
      // Between a quarter of the data's size and as near as numbers are exact.
      const zoom = Math.min(Math.max(camera.scaleX / home.scaleX, 0.25), 1e11);
      const factor = (zoom * home.scaleX) / camera.scaleX;
      camera = { ...camera, scaleX: camera.scaleX * factor, scaleY: camera.scaleY * factor };
    }
    if (![camera.centerX, camera.centerY, camera.scaleX, camera.scaleY].every(Number.isFinite)) return;
    this.camera.value = camera;
    this.refresh();
  }

  zoomBy(factor: number, at: [number, number] = [0, 0]): void {
    const camera = this.camera.value;
    if (!camera) return;
    // The place under the pointer, given from the middle, stays where it is.
    const x = camera.centerX + at[0] / camera.scaleX;
    const y = camera.centerY - at[1] / camera.scaleY;
    const [scaleX, scaleY] = [camera.scaleX * factor, camera.scaleY * factor];
    this.steer({ centerX: x - at[0] / scaleX, centerY: y + at[1] / scaleY, scaleX, scaleY });
  }

  resize(width: number, height: number): void {
    if (width === this.size.value[0] && height === this.size.value[1]) return;
    this.size.value = [width, height];
    if (!this.camera.value) this.open();
    else if (this.isHome) this.fit(false);
    else this.refresh();
  }

  // The view: one question at a time, and always the latest one next.

  refresh(): void {
    if (!this.bbox.value || !this.frame.value) return;
    if (this.flight) {
      this.isWaiting = true;
      return;
    }
    const parameters = this.question();
    const asked = JSON.stringify(parameters);
    if (asked === this.asked) return;
    this.asked = asked;
    const flight = new AbortController();
    this.flight = flight;
    void this.attempt("view", () => this.source.view(parameters, flight.signal)).then((view) => {
      this.flight = null;
      // What failed may be asked again.
      if (!view) this.asked = "";
      if (view && view.axes === this.frame.value?.axes && view.axes === this.axes.value) this.view.value = view;
      if (this.isWaiting) {
        this.isWaiting = false;
        this.refresh();
      }
    });
  }

  private question(): Parameters {
    const parameters: Parameters = {
      bbox: this.bbox.value!.join(","),
      level: this.level.value ?? "auto",
      color_level: this.colorLevel.value,
      axes: this.frame.value!.axes,
      budget: this.budget.value,
      color_by: this.colorBy.value,
    };
    if (this.root.value !== null) parameters["root"] = this.root.value;
    return parameters;
  }

  setBudget(budget: number): void {
    this.budget.value = budget;
    this.refresh();
  }

  /** Move by shares of the picture. */
  panBy(right: number, up: number): void {
    const camera = this.camera.value;
    const [width, height] = this.size.value;
    if (!camera) return;
    const [x, y] = [(right * width) / camera.scaleX, (up * height) / camera.scaleY];
    this.steer({ ...camera, centerX: camera.centerX + x, centerY: camera.centerY + y });
  }

  setLevel(level: number | null): void {
    this.level.value = level;
    this.refresh();
  }

  stepLevel(by: number): void {
    const top = this.meta.value!.levels.length - 1;
    this.setLevel(Math.min(Math.max(this.shownLevel.value + by, this.meta.value!.finest_level ?? 0), top));
  }

  setColorLevel(level: number): void {
    this.colorLevel.value = level;
    this.refresh();
  }

  setColorBy(by: string): void {
    this.colorBy.value = by;
    this.refresh();
  }

  // A node

  async selectNode(id: number | null): Promise<void> {
    this.nodeFlight?.abort();
    if (id === null) {
      batch(() => {
        this.node.value = null;
        this.members.value = null;
      });
      this.onSelect([]);
      return;
    }
    const flight = new AbortController();
    this.nodeFlight = flight;
    const node = await this.ask<NodeInfo>("node", { id, axes: this.axes.value }, flight.signal);
    if (!node || flight.signal.aborted) return;
    batch(() => {
      this.node.value = node;
      this.members.value = null;
    });
    this.onSelect([id]);
  }

  async showColumns(first: number): Promise<void> {
    const id = this.node.value?.id;
    if (id === undefined) return;
    const parameters = { id, axes: this.axes.value, first_column: first };
    const node = await this.ask<NodeInfo>("node", parameters);
    if (node && this.node.value?.id === id) this.node.value = node;
  }

  async showMembers(offset: number): Promise<void> {
    const id = this.node.value?.id;
    if (id === undefined) return;
    const parameters = { id, limit: MEMBERS_PER_PAGE, offset };
    const members = await this.ask<Members>("members", parameters);
    if (members && this.node.value?.id === id) this.members.value = members;
  }

  /** Bring a node into sight without changing the zoom more than needed. */
  reveal(node: NodeInfo): void {
    const box = this.bbox.value;
    const camera = this.camera.value;
    if (!box || !camera) return;
    if (node.x < box[0] || node.x > box[2] || node.y < box[1] || node.y > box[3])
      this.moveTo({ ...camera, centerX: node.x, centerY: node.y }, true);
  }

  async walk(direction: "up" | "down" | "left" | "right"): Promise<void> {
    const node = this.node.value;
    let next = -1;
    if (!node) {
      const view = this.view.value;
      if (!view?.count) return;
      let heaviest = 0;
      for (let k = 1; k < view.count; k++) if (view.weight[k]! > view.weight[heaviest]!) heaviest = k;
      next = view.id[heaviest]!;
    } else {
      next = { up: node.parent, down: node.heaviest_child, left: node.previous, right: node.next }[direction];
    }
    if (next < 0) return;
    await this.selectNode(next);
    if (this.node.value) this.reveal(this.node.value);
  }

  // The subtree

  drillInto(id: number | null): void {
    batch(() => {
      this.root.value = id;
      this.rootInfo.value = null;
      this.clearSelection();
    });
    void this.loadRoot(true);
    void this.loadHierarchy();
  }

  private async loadRoot(moves = false): Promise<void> {
    const id = this.root.value;
    if (id === null) {
      this.fit();
      this.refresh();
      return;
    }
    const info = await this.ask<NodeInfo>("node", { id, axes: this.axes.value });
    if (!info || this.root.value !== id) return;
    this.rootInfo.value = info;
    const frame = this.frame.value;
    if (moves && frame && info.reach > 0) {
      const around = frame.is_map
        ? info.reach / Math.max(Math.cos((info.y * Math.PI) / 180), 0.05)
        : info.reach;
      this.moveTo(this.around([info.x - around, info.y - info.reach, info.x + around, info.y + info.reach], 0.06), true);
    }
    this.refresh();
  }

  private async loadHierarchy(): Promise<void> {
    const root = this.root.value;
    const hierarchy = await this.ask<Hierarchy>("hierarchy", root === null ? {} : { root });
    if (hierarchy && root === this.root.value) this.hierarchy.value = hierarchy;
  }

  // Rows

  async search(row: number): Promise<void> {
    const found = await this.ask<Found>("search", { row, axes: this.axes.value });
    if (!found) return;
    this.found.value = found;
    const camera = this.camera.value;
    const home = this.home;
    if (camera && home) {
      const zoom = Math.max(camera.scaleX / home.scaleX, 6);
      const [scaleX, scaleY] = [home.scaleX * zoom, home.scaleY * zoom];
      this.moveTo({ centerX: found.x, centerY: found.y, scaleX, scaleY }, true);
    }
    const root = this.root.value;
    if (root !== null && !found.path.includes(root)) this.drillInto(null);
    await this.selectNode(found.path.at(-1)!);
  }

  async selectWithin(polygon: number[]): Promise<void> {
    const level = this.shownLevel.value;
    const parameters: Parameters = { polygon: polygon.join(","), level, axes: this.axes.value };
    if (this.root.value !== null) parameters["root"] = this.root.value;
    const told = await this.ask<Selected>("select", parameters);
    if (!told) return;
    this.selection.value = { polygon, level, told };
    this.onSelect(told.nodes);
  }

  /** All that is in sight, for whoever draws no lasso. */
  async selectView(): Promise<void> {
    const box = this.bbox.value;
    if (!box) return;
    const [lowX, lowY, highX, highY] = box;
    await this.selectWithin([lowX, lowY, highX, lowY, highX, highY, lowX, highY]);
  }

  clearSelection(): void {
    if (!this.selection.value) return;
    this.selection.value = null;
    this.onSelect(this.node.value ? [this.node.value.id] : []);
  }

  async saveRows(what: "node" | "selection"): Promise<void> {
    let parameters: Parameters;
    if (what === "node") {
      if (!this.node.value) return;
      parameters = { node: this.node.value.id };
    } else {
      const selection = this.selection.value;
      if (!selection) return;
      parameters = {
        polygon: selection.polygon.join(","),
        level: selection.level,
        axes: this.axes.value,
      };
      if (this.root.value !== null) parameters["root"] = this.root.value;
    }
    const blob = await this.attempt("csv", () => this.source.csv(parameters));
    if (blob) saveBlob(blob, this.source.hasRows ? "rows.csv" : "nodes.csv");
  }
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** What nodes can be coloured by. */
function listColorings(meta: Meta): string[] {
  const columns = meta.columns.map((_, k) => `column:${k}`);
  return ["cluster", "weight", "radius", ...(meta.labels.length ? ["labels"] : []), ...columns];
}

function readInteger(text: string | null, end: number): number | null {
  const value = text === null || text === "" ? NaN : Number(text);
  return Number.isInteger(value) && value >= 0 && value < end ? value : null;
}
