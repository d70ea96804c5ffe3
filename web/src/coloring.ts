// Colours for places in the plane, different ones for neighbours.

import Delaunator from "delaunator";

/**
 * Neighbours are those of the Delaunay triangulation. Coloured in the reverse order of removing the
 * place with fewest neighbours left, each finds at most five colours taken, because every planar
 * graph has a vertex of degree five or less.
 */
export function colorApart(x: ArrayLike<number>, y: ArrayLike<number>, nColors: number): Uint8Array {
  const n = x.length;
  const colors = new Uint8Array(n);
  if (n <= nColors) return colors.map((_, k) => k);
  const { triangles, halfedges } = new Delaunator(scale(x, y));
  if (!triangles.length) {
    // All on a line: along it neighbours are next to each other.
    const order = Array.from(colors.keys()).sort((a, b) => x[a]! - x[b]! || y[a]! - y[b]!);
    order.forEach((k, rank) => (colors[k] = rank % nColors));
    return colors;
  }
  const neighbors: number[][] = Array.from({ length: n }, () => []);
  triangles.forEach((a, edge) => {
    const b = triangles[edge % 3 === 2 ? edge - 2 : edge + 1]!;
    neighbors[a]!.push(b);
    // Inside, the triangle on the other side tells the way back.
    if (halfedges[edge] === -1) neighbors[b]!.push(a);
  });
  const color = new Int8Array(n).fill(-1);
  const used = new Array<number>(nColors).fill(0);
  for (const v of orderByRemoval(neighbors).reverse()) {
    const taken = new Set(neighbors[v]!.map((u) => color[u]));
    let best = -1;
    for (let c = 0; c < nColors; c++) if (!taken.has(c) && (best < 0 || used[c]! < used[best]!)) best = c;
    color[v] = best;
    used[best]! += 1;
  }
  return Uint8Array.from(color);
}

/** Each axis from 0 to 1: one may be in thousands and the other in thousandths. */
function scale(x: ArrayLike<number>, y: ArrayLike<number>): Float64Array {
  const places = new Float64Array(2 * x.length);
  [x, y].forEach((values, axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let k = 0; k < values.length; k++) {
      low = Math.min(low, values[k]!);
      high = Math.max(high, values[k]!);
    }
    for (let k = 0; k < values.length; k++) places[2 * k + axis] = high > low ? (values[k]! - low) / (high - low) : 0;
  });
  return places;
}

/** All vertices, always one with fewest neighbours left. */
function orderByRemoval(neighbors: number[][]): number[] {
  const left = neighbors.map((list) => list.length);
  const waiting: number[][] = [];
  const wait = (v: number): void => void (waiting[left[v]!] ??= []).push(v);
  left.forEach((_, v) => wait(v));
  const order: number[] = [];
  for (let least = 0; order.length < left.length; ) {
    const v = waiting[least]?.pop();
    if (v === undefined) least++;
    else if (left[v] === least) {
      left[v] = -1;
      order.push(v);
      for (const u of neighbors[v]!)
        if (left[u]! >= 0) {
          left[u]! -= 1;
          wait(u);
        }
      least = Math.max(least - 1, 0);
    }
  }
  return order;
}
