// Figures of all levels; a click takes one to the level.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { formatNumber, formatShort } from "./format.ts";
import type { LevelInfo } from "./source.ts";
import type { Explorer } from "./state.ts";

interface Line {
  name: string;
  of(level: LevelInfo): number | null;
  color: string;
  isLog: boolean;
}

const LINES: Line[] = [
  { name: "nodes", of: (level) => level.n_nodes, color: "--blue", isLog: true },
  { name: "ε", of: (level) => (level.epsilon > 0 ? level.epsilon : null), color: "--orange", isLog: true },
  { name: "Calinski–Harabasz ↑", of: (level) => level.calinski_harabasz ?? null, color: "--green", isLog: false },
  { name: "Davies–Bouldin ↓", of: (level) => level.davies_bouldin ?? null, color: "--purple", isLog: false },
];

export function Charts({ explorer }: { explorer: Explorer }) {
  const meta = explorer.meta.value;
  if (!meta) return null;
  const known = LINES.filter((line) => meta.levels.some((level) => line.of(level) !== null));
  return (
    <section class="charts" aria-label="Figures by level">
      {known.map((line) => (
        <Chart key={line.name} explorer={explorer} line={line} levels={meta.levels} />
      ))}
    </section>
  );
}

function Chart({ explorer, line, levels }: { explorer: Explorer; line: Line; levels: LevelInfo[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current!;
    let plot: uPlot | null = null;
    const make = (): void => {
      plot?.destroy();
      const style = getComputedStyle(element);
      const ink = style.getPropertyValue("--muted");
      const grid = { stroke: style.getPropertyValue("--line"), width: 1 };
      const axis = { stroke: ink, grid, ticks: { show: false }, font: "11px system-ui, sans-serif" };
      // Of a logarithmic axis, only powers of ten.
      const filter = (_: uPlot, splits: number[]) => splits.map((t) => (Math.abs(Math.log10(t) % 1) < 1e-9 ? t : null));
      const sparse = line.isLog ? { filter, grid: { ...grid, filter } } : {};
      plot = new uPlot(
        {
          width: Math.max(element.clientWidth, 120),
          height: Math.max(element.clientHeight, 80),
          legend: { show: false },
          cursor: { drag: { x: false, y: false }, y: false, points: { size: 7 } },
          scales: { x: { time: false }, y: line.isLog ? { distr: 3 } : {} },
          axes: [
            { ...axis, size: 22, gap: 2, space: 32 },
            { ...axis, ...sparse, size: 46, gap: 3, space: 24, values: (_, ticks) => ticks.map((t) => (t === null ? "" : formatShort(t))) },
          ],
          series: [{}, { stroke: style.getPropertyValue(line.color).trim(), width: 2, points: { show: false } }],
          hooks: {
            setCursor: [
              (made) => {
                const k = made.cursor.idx;
                const value = k === null || k === undefined ? null : line.of(levels[k]!);
                element.dataset["said"] = value === null ? "" : `level ${k}: ${formatNumber(value)}`;
              },
            ],
            draw: [
              (made) => {
                const x = made.valToPos(explorer.shownLevel.peek(), "x", true);
                const { ctx, bbox } = made;
                ctx.save();
                ctx.strokeStyle = style.getPropertyValue("--ink");
                ctx.lineWidth = devicePixelRatio;
                ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
                ctx.beginPath();
                ctx.moveTo(x, bbox.top);
                ctx.lineTo(x, bbox.top + bbox.height);
                ctx.stroke();
                ctx.restore();
              },
            ],
          },
        },
        [levels.map((level) => level.level), levels.map(line.of)] as uPlot.AlignedData,
        element,
      );
      plot.over.addEventListener("click", () => {
        const k = plot!.cursor.idx;
        if (k !== null && k !== undefined) explorer.setLevel(Math.max(k, explorer.meta.value?.finest_level ?? 0));
      });
    };
    make();
    const watcher = new ResizeObserver(make);
    watcher.observe(element);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", make);
    const endings = [
      effect(() => {
        void explorer.shownLevel.value;
        plot?.redraw(false);
      }),
      effect(() => {
        void explorer.theme.value;
        requestAnimationFrame(make);
      }),
    ];
    return () => {
      dark.removeEventListener("change", make);
      watcher.disconnect();
      for (const end of endings) end();
      plot?.destroy();
    };
  }, []);
  return (
    <figure>
      <figcaption title={line.name}>
        {line.name}
        {line.name === "ε" && explorer.meta.peek()?.linkage === "ward" && " (Ward)"}
      </figcaption>
      <div ref={box} class="chart" data-chart={line.name} role="img" aria-label={`${line.name} by level`} />
    </figure>
  );
}
