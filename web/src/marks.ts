// From a view to the marks that are drawn, and to those of the view before it, from which they move.

import { colorOfLabel, colorOfValue, PALETTE } from "./colors.ts";
import type { Marks } from "./renderer.ts";
import type { ViewData } from "./source.ts";

const INK = 0.14; // share of the picture that discs cover
const LEAST = 2.5;
const MOST = 34;

/** Diameters in pixels: the area goes by weight, within limits. */
export function sizeMarks(view: ViewData, width: number, height: number): Float32Array {
  let total = 0;
  for (let k = 0; k < view.count; k++) total += view.weight[k]!;
  const unit = total > 0 ? (INK * width * height) / total : 0;
  const sizes = new Float32Array(view.count);
  for (let k = 0; k < view.count; k++)
    sizes[k] = Math.min(Math.max(2 * Math.sqrt((unit * view.weight[k]!) / Math.PI), LEAST), MOST);
  return sizes;
}

export interface Range {
  low: number;
  high: number;
}

export function findRange(view: ViewData): Range {
  let [low, high] = [Infinity, -Infinity];
  for (const value of view.value) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, high };
}

export function colorMark(view: ViewData, k: number, by: string, range: Range): readonly number[] {
  if (by === "cluster") return PALETTE[view.color[k]! % PALETTE.length]!;
  if (by === "labels") return colorOfLabel(view.value[k]!);
  const { low, high } = range;
  if (by === "weight" && low > 0 && high > low)
    return colorOfValue(Math.log(view.value[k]! / low) / Math.log(high / low));
  return colorOfValue(high > low ? (view.value[k]! - low) / (high - low) : 0.5);
}

/** Which node of a view holds a leaf, or the first within the range; -1 if none. Nodes ascend. */
export function findHolder(view: ViewData, begin: number, end: number): number {
  let [low, high] = [0, view.count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (view.leaf_begin[middle]! <= begin) low = middle + 1;
    else high = middle;
  }
  if (low > 0 && view.leaf_end[low - 1]! > begin) return low - 1;
  return low < view.count && view.leaf_begin[low]! < end ? low : -1;
}

export interface Drawn {
  marks: Marks;
  // Which node of the view each mark is: the lightest are drawn last.
  order: Uint32Array;
  sizes: Float32Array;
}

export function makeMarks(
  view: ViewData,
  sizes: Float32Array,
  by: string,
  highlight: [number, number] | null,
  before: { view: ViewData; sizes: Float32Array } | null,
): Drawn {
  const n = view.count;
  const order = Uint32Array.from({ length: n }, (_, k) => k).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  const marks: Marks = {
    count: n,
    from: new Float32Array(2 * n),
    to: new Float32Array(2 * n),
    sizes: new Float32Array(2 * n),
    colors: new Uint8Array(4 * n),
  };
  const range = findRange(view);
  const [width, height] = [view.bbox[2] - view.bbox[0], view.bbox[3] - view.bbox[1]];
  const [x, y] = [(view.bbox[0] + view.bbox[2]) / 2, (view.bbox[1] + view.bbox[3]) / 2];
  const old = before?.view;
  const [oldWidth, oldHeight] = old ? [old.bbox[2] - old.bbox[0], old.bbox[3] - old.bbox[1]] : [1, 1];
  const [oldX, oldY] = old ? [(old.bbox[0] + old.bbox[2]) / 2, (old.bbox[1] + old.bbox[3]) / 2] : [0, 0];
  order.forEach((k, place) => {
    const [toX, toY] = [view.x[k]!, view.y[k]!];
    let [fromX, fromY, fromSize] = [toX, toY, 0];
    if (old) {
      const j = findHolder(old, view.leaf_begin[k]!, view.leaf_end[k]!);
      if (j >= 0) {
        fromX = (old.x[j]! * oldWidth + oldX - x) / width;
        fromY = (old.y[j]! * oldHeight + oldY - y) / height;
        fromSize = before!.sizes[j]!;
      }
    } else fromSize = sizes[k]!;
    marks.from[2 * place] = fromX;
    marks.from[2 * place + 1] = fromY;
    marks.to[2 * place] = toX;
    marks.to[2 * place + 1] = toY;
    marks.sizes[2 * place] = fromSize;
    marks.sizes[2 * place + 1] = sizes[k]!;
    const color = colorMark(view, k, by, range);
    marks.colors[4 * place] = color[0]!;
    marks.colors[4 * place + 1] = color[1]!;
    marks.colors[4 * place + 2] = color[2]!;
    const isLit = !highlight || (view.leaf_begin[k]! < highlight[1] && view.leaf_end[k]! > highlight[0]);
    marks.colors[4 * place + 3] = isLit ? 215 : 36;
  });
  return { marks, order, sizes };
}
