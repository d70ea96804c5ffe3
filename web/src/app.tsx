// The page: what is shown where, and what each key does.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { describeBound, describeCount } from "./bound.ts";
import { Charts } from "./charts.tsx";
import { colorOfLabel, N_LABEL_COLORS, SCALE_CSS, toCss } from "./colors.ts";
import { formatCount, formatNumber, formatShort } from "./format.ts";
import { Icicle } from "./icicle.tsx";
import { findRange } from "./marks.ts";
import { NodeTable, Panel } from "./panel.tsx";
import { Scatter } from "./scatter.tsx";
import { BUDGETS, type Explorer, type Mode, type Theme } from "./state.ts";

export function App({ explorer, plain, host }: { explorer: Explorer; plain: boolean; host: string }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current!;
    const press = (event: KeyboardEvent): void => {
      onKey(explorer, event, element);
      // Or a notebook would take them for its own: B inserts a cell, X cuts one.
      if (host === "widget" && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
    };
    // A page of its own listens wherever the focus is; in a notebook other cells have it too.
    const listener: HTMLElement | Document = host === "widget" ? element : document;
    listener.addEventListener("keydown", press as EventListener);
    return () => listener.removeEventListener("keydown", press as EventListener);
  }, []);
  const meta = explorer.meta.value;
  return (
    <div
      ref={root}
      class={`bidvit host-${host}`}
      data-theme={explorer.theme.value}
      data-ready={explorer.view.value ? "yes" : "no"}
      data-busy={explorer.isBusy.value ? "yes" : "no"}
    >
      {meta ? (
        <>
          <Header explorer={explorer} hasLink={host !== "widget"} />
          <Breadcrumbs explorer={explorer} />
          <main class="stage">
            <div class="picture">
              <Scatter explorer={explorer} plain={plain} />
            </div>
            <Legend explorer={explorer} />
            <Status explorer={explorer} />
          </main>
          <Panel explorer={explorer} />
          <Levels explorer={explorer} />
          <div class="below">
            <Icicle explorer={explorer} />
            <Charts explorer={explorer} />
          </div>
          <NodeTable explorer={explorer} />
        </>
      ) : (
        <p class="loading">{explorer.error.value ? `The explorer could not start: ${explorer.error.value.text}` : "Loading …"}</p>
      )}
    </div>
  );
}

const steps: Record<"up" | "down" | "left" | "right", [number, number]> = {
  up: [0, 0.2],
  down: [0, -0.2],
  left: [-0.2, 0],
  right: [0.2, 0],
};

function onKey(explorer: Explorer, event: KeyboardEvent, root: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.closest("input, select, textarea")) {
    if (event.key === "Escape") target.blur();
    return;
  }
  const isButton = target.closest("button") !== null;
  const arrows = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" } as const;
  const walk = arrows[event.key as keyof typeof arrows];
  const page = document.documentElement;
  // With the focus nowhere, arrows scroll a page that is longer than the screen.
  if (walk && !root.contains(target) && page.scrollHeight > page.clientHeight) return;
  if (walk && event.shiftKey) explorer.panBy(...steps[walk]);
  else if (walk) void explorer.walk(walk);
  else if (event.key === "+" || event.key === "=") explorer.zoomBy(1.5);
  else if (event.key === "-") explorer.zoomBy(1 / 1.5);
  else if (event.key === "0") explorer.fit();
  else if (event.key === "[") explorer.stepLevel(-1);
  else if (event.key === "]") explorer.stepLevel(1);
  else if (event.key.toLowerCase() === "a") explorer.setLevel(null);
  else if (event.key.toLowerCase() === "t") explorer.showsTable.value = !explorer.showsTable.value;
  else if (event.key.toLowerCase() === "s") void explorer.selectView();
  else if (event.key === "/") root.querySelector<HTMLInputElement>("input[name=row]")?.focus();
  else if (event.key === "Enter" && !isButton && explorer.node.value?.n_children) explorer.drillInto(explorer.node.value.id);
  else if (event.key === "Backspace") drillUp(explorer);
  else if (event.key === "Escape") {
    explorer.selection.value = null;
    explorer.found.value = null;
    void explorer.selectNode(null);
  } else return;
  event.preventDefault();
}

function drillUp(explorer: Explorer): void {
  const info = explorer.rootInfo.value;
  if (explorer.root.value === null) return;
  explorer.drillInto(info && info.path.length > 2 ? info.path.at(-2)!.id : null);
}

function Header({ explorer, hasLink }: { explorer: Explorer; hasLink: boolean }) {
  const meta = explorer.meta.value!;
  const size = `${formatCount(meta.n_rows)} rows × ${formatCount(meta.n_features)} columns`;
  return (
    <header>
      <h1 title={`${meta.title} · ${size}`}>
        <span class="brand">BiDViT</span> {meta.title}
        {meta.title !== size && <small>{size}</small>}
      </h1>
      <AxesChoice explorer={explorer} />
      <ColorChoice explorer={explorer} />
      {explorer.source.hasRows && <RowSearch explorer={explorer} />}
      <Tools explorer={explorer} hasLink={hasLink} />
    </header>
  );
}

function AxesChoice({ explorer }: { explorer: Explorer }) {
  const meta = explorer.meta.value!;
  const axes = explorer.axes.value;
  if (meta.is_map) return null;
  if (meta.axes_choices) {
    return (
      <label>
        Axes
        <select name="axes" value={axes} onChange={(event) => explorer.setAxes(event.currentTarget.value)}>
          {meta.axes_choices.map((choice) => (
            <option key={choice} value={choice}>
              {nameAxes(choice, meta.columns)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  if (meta.n_features < 2) return null;
  // A link may ask for a map, which this data has not; that is found out a moment later.
  const [kind = "", numbers = "0,1"] = axes.split(":");
  const [first, second] = numbers.split(",");
  const choose = (place: 0 | 1, value: string): void => {
    const [kindNow, number] = value.split(":") as [string, string];
    let other = place === 0 ? (second ?? "1") : first!;
    const limit = kindNow === "columns" ? meta.n_features : meta.n_components;
    if (Number(other) >= limit || kindNow !== kind) other = number === "0" ? "1" : "0";
    // Two axes are never the same: they change places.
    if (other === number) other = place === 0 ? first! : second!;
    if (other === number) other = number === "0" ? "1" : "0";
    explorer.setAxes(`${kindNow}:${place === 0 ? `${number},${other}` : `${other},${number}`}`);
  };
  const options = (
    <>
      <optgroup label="Columns">
        {meta.columns.map((name, k) => (
          <option key={k} value={`columns:${k}`}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label="Principal components">
        {meta.component_shares.map((share, k) => (
          <option key={k} value={`components:${k}`}>
            PC{k + 1} ({Math.round(share * 100)}%)
          </option>
        ))}
      </optgroup>
    </>
  );
  const kindOf = kind === "column" ? "columns" : kind;
  return (
    <span class="group">
      <label>
        x
        <select name="x-axis" value={`${kindOf}:${first}`} onChange={(event) => choose(0, event.currentTarget.value)}>
          {options}
        </select>
      </label>
      <label>
        y
        <select name="y-axis" value={`${kindOf}:${second}`} onChange={(event) => choose(1, event.currentTarget.value)}>
          {options}
        </select>
      </label>
    </span>
  );
}

function nameAxes(axes: string, columns: string[]): string {
  const [kind, numbers] = axes.split(":");
  const chosen = (numbers ?? "").split(",").map(Number);
  if (kind === "components") return chosen.map((k) => `PC${k + 1}`).join(" × ");
  return chosen.map((k) => columns[k]).join(" × ");
}

function ColorChoice({ explorer }: { explorer: Explorer }) {
  const meta = explorer.meta.value!;
  return (
    <label>
      Colour
      <select name="color" value={explorer.colorBy.value} onChange={(event) => explorer.setColorBy(event.currentTarget.value)}>
        <option value="cluster">cluster</option>
        {meta.labels.length > 0 && <option value="labels">labels</option>}
        <option value="weight">weight</option>
        <option value="radius">radius</option>
        <optgroup label="Columns">
          {meta.columns.map((name, k) => (
            <option key={k} value={`column:${k}`}>
              {name}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}

function RowSearch({ explorer }: { explorer: Explorer }) {
  const submit = (event: Event): void => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).querySelector("input")!;
    const text = input.value.replaceAll(/[\s,]/g, "");
    if (/^\d+$/.test(text)) void explorer.search(Number(text));
    else explorer.error.value = { of: "search", text: "a row is a whole number, counted from 0" };
  };
  return (
    <form class="search" onSubmit={submit} role="search">
      <label>
        Row
        <input name="row" type="text" inputMode="numeric" size={9} placeholder="number" autocomplete="off" />
      </label>
      <button type="submit">Find</button>
    </form>
  );
}

function Tools({ explorer, hasLink }: { explorer: Explorer; hasLink: boolean }) {
  const mode = (name: Mode, text: string) => (
    <button aria-pressed={explorer.mode.value === name} onClick={() => (explorer.mode.value = name)}>
      {text}
    </button>
  );
  const themes: Record<Theme, Theme> = { auto: "dark", dark: "light", light: "auto" };
  const copy = async (): Promise<void> => {
    const address = `${location.href.split("#")[0]}#${explorer.link}`;
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(address);
      explorer.notice.value = "Link copied";
    } catch {
      explorer.notice.value = "The link is in the address bar";
    }
    setTimeout(() => (explorer.notice.value = null), 2500);
  };
  const save = (event: MouseEvent): void => {
    const root = (event.currentTarget as HTMLElement).closest(".bidvit")!;
    root.querySelector(".scatter")!.dispatchEvent(new Event("bidvit-save"));
  };
  return (
    <span class="tools">
      <span class="segmented" role="group" aria-label="What dragging does">
        {mode("pan", "Pan")}
        {mode("box", "Box")}
        {mode("lasso", "Lasso")}
      </span>
      <button onClick={() => explorer.fit()}>Fit</button>
      <button onClick={save}>PNG</button>
      {hasLink && <button onClick={() => void copy()}>Copy link</button>}
      <button aria-pressed={explorer.showsTable.value} onClick={() => (explorer.showsTable.value = !explorer.showsTable.value)}>
        Table
      </button>
      <button data-part="theme" onClick={() => (explorer.theme.value = themes[explorer.theme.value])} aria-label={`Theme: ${explorer.theme.value}`}>
        {{ auto: "◐ auto", dark: "● dark", light: "○ light" }[explorer.theme.value]}
      </button>
      {explorer.notice.value && (
        <span class="notice" role="status">
          {explorer.notice.value}
        </span>
      )}
    </span>
  );
}

function Breadcrumbs({ explorer }: { explorer: Explorer }) {
  const root = explorer.root.value;
  const info = explorer.rootInfo.value;
  if (root === null) return null;
  const path = info?.path ?? [];
  const shown = path.length > 8 ? [...path.slice(0, 3), null, ...path.slice(-4)] : path;
  return (
    <nav class="breadcrumbs" aria-label="Where the view is in the tree">
      <button class="link" onClick={() => explorer.drillInto(null)}>
        All
      </button>
      {shown.map((step, k) =>
        step === null ? (
          <span key={k}>› …</span>
        ) : (
          <span key={k}>
            ›{" "}
            <button class="link" aria-current={step.id === root ? "page" : undefined} onClick={() => explorer.drillInto(step.id)}>
              #{step.id} <small>{formatShort(step.weight)}</small>
            </button>
          </span>
        ),
      )}
    </nav>
  );
}

function Status({ explorer }: { explorer: Explorer }) {
  const view = explorer.view.value;
  const meta = explorer.meta.value!;
  const camera = explorer.camera.value;
  const asked = explorer.level.value;
  const over = view && asked !== null && view.level > asked;
  return (
    <p class="status" data-part="status" role="status">
      {view && camera && (
        <>
          <b>{describeCount(view)}</b> · {describeBound(view, meta, camera)}
          {meta.radii_kind === "bound" && " · radii are bounds"}
          {over && (
            <span class="warning">
              {" "}
              · level {asked} has more nodes here than {formatCount(explorer.budget.value)}: level {view.level} is shown
            </span>
          )}
          {view.n_left_out > 0 && (
            <span class="warning"> · {formatCount(view.n_left_out)} lighter nodes are left out: zoom in</span>
          )}
        </>
      )}
      {explorer.error.value && <span class="warning"> · {explorer.error.value.text}</span>}
      {explorer.late.value > 0 && <span class="warning"> · {explorer.source.whyLate}</span>}
    </p>
  );
}

function Levels({ explorer }: { explorer: Explorer }) {
  const meta = explorer.meta.value!;
  const top = meta.levels.length - 1;
  const isAuto = explorer.level.value === null;
  const shown = explorer.shownLevel.value;
  const least = meta.finest_level ?? 0;
  const color = explorer.colorLevel.value;
  const info = meta.levels[shown]!;
  // Ward's ε weighs distances: it is not in their unit.
  const unit = meta.unit && meta.linkage !== "ward" ? ` ${meta.unit}` : "";
  return (
    <section class="levels" aria-label="Levels">
      <label class="slider">
        <span class="slider-name">
          Level <output>{shown}</output>
        </span>
        <input
          type="range"
          name="level"
          min={least}
          max={top}
          value={isAuto ? shown : explorer.level.value!}
          onInput={(event) => explorer.setLevel(Number(event.currentTarget.value))}
        />
        <span class="slider-said">
          {formatCount(info.n_nodes)} nodes, ε {formatNumber(info.epsilon, 3)}
          {unit}
        </span>
      </label>
      <button data-part="auto" aria-pressed={isAuto} onClick={() => explorer.setLevel(isAuto ? shown : null)}>
        {isAuto ? "Auto" : "Locked"}
      </button>
      <label class="slider">
        <span class="slider-name">
          Colour level <output>{Math.max(color, shown)}</output>
        </span>
        <input
          type="range"
          name="color-level"
          min={least}
          max={top}
          value={color}
          disabled={explorer.colorBy.value !== "cluster"}
          onInput={(event) => explorer.setColorLevel(Number(event.currentTarget.value))}
        />
        <span class="slider-said">
          {formatCount(meta.levels[Math.max(color, shown)]!.n_nodes)} clusters
          {explorer.view.value?.colors_apart === false && ", neighbours may share a colour"}
        </span>
      </label>
      <label class="budget">
        Budget
        <select
          name="budget"
          value={String(explorer.budget.value)}
          onChange={(event) => explorer.setBudget(Number(event.currentTarget.value))}
        >
          {BUDGETS.map((n) => (
            <option key={n} value={String(n)}>
              {formatCount(n)}
            </option>
          ))}
        </select>
      </label>
      {least > 0 && (
        <p class="note" data-part="left-out">
          Levels 0 to {least - 1} are not in this file.
        </p>
      )}
    </section>
  );
}

function Legend({ explorer }: { explorer: Explorer }) {
  const isOpen = useSignal(false);
  const by = explorer.colorBy.value;
  const view = explorer.view.value;
  const meta = explorer.meta.value!;
  if (by === "cluster" || !view) return null;
  if (by === "labels") {
    const most = isOpen.value ? meta.labels.length : 12;
    return (
      <div class="legend" data-part="legend">
        {meta.labels.slice(0, most).map((label, k) => (
          <span key={k}>
            <i class="swatch" style={{ background: toCss(colorOfLabel(k)) }} /> {label}
          </span>
        ))}
        {meta.labels.length > 12 && (
          <button class="link" onClick={() => (isOpen.value = !isOpen.value)}>
            {isOpen.value ? "fewer" : `${meta.labels.length - 12} more`}
          </button>
        )}
        {meta.labels.length > N_LABEL_COLORS && <span class="note">colours repeat after {N_LABEL_COLORS} labels</span>}
      </div>
    );
  }
  const { low, high } = findRange(view);
  const name = by.startsWith("column:") ? meta.columns[Number(by.slice(7))] : by;
  return (
    <div class="legend" data-part="legend">
      <span>{name}</span>
      <span>{formatNumber(low, 3)}</span>
      <i class="ramp" style={{ background: SCALE_CSS }} />
      <span>
        {formatNumber(high, 3)}
        {by === "weight" && " (log)"}
      </span>
    </div>
  );
}
