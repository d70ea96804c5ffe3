// The hierarchy as an icicle: a row per level, widths by weight. Linked to the picture both ways.

import { hierarchy, partition } from "d3-hierarchy";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { formatCount, formatShort } from "./format.ts";
import type { IcicleEntry } from "./source.ts";
import type { Explorer } from "./state.ts";

const ROW = 22;

interface Branch {
  entry: IcicleEntry;
  children: Branch[];
}

export function Icicle({ explorer }: { explorer: Explorer }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useEffect(() => {
    const watcher = new ResizeObserver(() => (width.value = box.current?.clientWidth ?? 0));
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, []);

  const told = explorer.hierarchy.value;
  const rows = told?.rows ?? [];
  const view = explorer.view.value;
  const node = explorer.node.value;
  // What the pointer is over in the picture, as a leaf.
  let leaf = -1;
  if (explorer.hovered.value !== null && view) {
    const place = view.id.indexOf(explorer.hovered.value);
    if (place >= 0) leaf = view.leaf_begin[place]!;
  }
  const cells = told && width.value ? layOut(told.entries, width.value - 76) : [];
  return (
    <section class="icicle" aria-label="Hierarchy">
      <h2>
        Hierarchy <small>width: weight</small>
      </h2>
      <div ref={box} class="icicle-box">
        <svg width={width.value} height={rows.length * ROW} role="group" aria-label="Icicle of the hierarchy">
          {rows.map((row, k) => (
            <text key={k} x={68} y={k * ROW + ROW / 2} dy="0.34em" text-anchor="end" class="row-name">
              {row.level === null ? "all" : `level ${row.level}`}
            </text>
          ))}
          <g transform="translate(76 0)">
            {cells.map(({ entry, x0, x1, y0, share }, k) => {
              const isOther = entry.id < 0 && entry.parent >= 0;
              const isOn = leaf >= 0 && entry.begin <= leaf && leaf < entry.end;
              const isChosen = node !== null && node.id === entry.id;
              const text = isOther ? `other (${formatCount(entry.n)})` : formatShort(entry.weight);
              const said = isOther
                ? `${formatCount(entry.n)} lighter nodes, weight ${formatCount(entry.weight)} together`
                : `Node ${entry.id}, weight ${formatCount(entry.weight)}, ${(share * 100).toPrecision(3)}%`;
              return (
                <g
                  key={k}
                  class={`cell${isOther ? " other" : ""}${isOn ? " on" : ""}${isChosen ? " chosen" : ""}`}
                  data-node={entry.id}
                  transform={`translate(${x0} ${y0})`}
                  onPointerEnter={() => (explorer.highlight.value = isOther || entry.parent < 0 ? null : [entry.begin, entry.end])}
                  onPointerLeave={() => (explorer.highlight.value = null)}
                  onClick={() => !isOther && entry.id >= 0 && void choose(explorer, entry.id)}
                  onDblClick={() => !isOther && entry.id >= 0 && explorer.drillInto(entry.id)}
                >
                  <title>{said}</title>
                  <rect
                    width={x1 - x0 > 3 ? x1 - x0 - 1 : x1 - x0}
                    height={ROW - 2}
                    rx={x1 - x0 > 6 ? 2 : 0}
                    fill-opacity={isOther ? undefined : k % 2 ? 0.34 : 0.5}
                  />
                  {x1 - x0 > 8 * text.length + 8 && (
                    <text x={(x1 - x0) / 2} y={ROW / 2 - 1} dy="0.34em" text-anchor="middle">
                      {text}
                    </text>
                  )}
                </g>
              );
            })}
          </g>
        </svg>
      </div>
    </section>
  );
}

async function choose(explorer: Explorer, id: number): Promise<void> {
  await explorer.selectNode(id);
  if (explorer.node.value) explorer.reveal(explorer.node.value);
}

function layOut(entries: IcicleEntry[], width: number) {
  const branches: Branch[] = entries.map((entry) => ({ entry, children: [] }));
  entries.forEach((entry, k) => entry.parent >= 0 && branches[entry.parent]!.children.push(branches[k]!));
  const root = hierarchy(branches[0]!, (branch) => branch.children)
    // Weights of inner entries are the sums of their children's, except in the last row.
    .sum((branch) => (branch.children.length ? 0 : branch.entry.weight))
    .sort((a, b) => Number(a.data.entry.id < 0) - Number(b.data.entry.id < 0) || b.value! - a.value!);
  return partition<Branch>()
    .size([Math.max(width, 1), 1])(root)
    .descendants()
    .filter((cell) => cell.x1 - cell.x0 > 0.5)
    .map((cell) => ({
      entry: cell.data.entry,
      x0: cell.x0,
      x1: cell.x1,
      y0: cell.depth * ROW,
      share: cell.value! / root.value!,
    }));
}
