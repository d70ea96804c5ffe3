// The panel: the node that is selected, its members column by column, and what lasso or box hold.

import { formatCount, formatNumber, formatUp } from "./format.ts";
import type { ColumnInfo, NodeInfo } from "./source.ts";
import type { Explorer } from "./state.ts";

export function Panel({ explorer }: { explorer: Explorer }) {
  const node = explorer.node.value;
  return (
    <aside class="panel" data-part="panel" aria-label="Details" aria-live="polite">
      <SelectionCard explorer={explorer} />
      {node ? <NodeCard explorer={explorer} node={node} /> : !explorer.selection.value && <Hints explorer={explorer} />}
    </aside>
  );
}

function Hints({ explorer }: { explorer: Explorer }) {
  return (
    <div class="hints">
      <h2>Nothing selected</h2>
      <p>Click a node for its weight, radius and members. Double-click or scroll to zoom.</p>
      <dl>
        <dt>
          <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd>
        </dt>
        <dd>walk the tree</dd>
        <dt>
          <kbd>Enter</kbd> <kbd>Backspace</kbd>
        </dt>
        <dd>drill in, back up</dd>
        <dt>
          <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd>
        </dt>
        <dd>zoom, fit</dd>
        <dt>
          <kbd>[</kbd> <kbd>]</kbd> <kbd>A</kbd>
        </dt>
        <dd>finer, coarser, automatic level</dd>
        <dt>
          <kbd>Shift</kbd>-arrows
        </dt>
        <dd>move the picture</dd>
        <dt>
          <kbd>Shift</kbd>-drag, <kbd>S</kbd>
        </dt>
        <dd>select a box, all in view</dd>
        <dt>
          <kbd>T</kbd> <kbd>/</kbd> <kbd>Esc</kbd>
        </dt>
        <dd>table, find a row, deselect</dd>
      </dl>
      {!explorer.source.hasRows && <p>This page holds the coarser levels only; rows stay with the tree.</p>}
    </div>
  );
}

function SelectionCard({ explorer }: { explorer: Explorer }) {
  const selection = explorer.selection.value;
  if (!selection) return null;
  const { told } = selection;
  return (
    <div class="card" data-part="selection">
      <h2>Selection</h2>
      <p>
        {formatCount(told.n_nodes)} nodes of level {selection.level}, {formatCount(told.n_rows)} rows, weight{" "}
        {formatCount(told.weight)}
      </p>
      <ul class="node-list">
        {told.nodes.slice(0, 12).map((id, k) => (
          <li key={id}>
            <button class="link" onClick={() => void explorer.selectNode(id)}>
              #{id}
            </button>{" "}
            {formatCount(told.weights[k]!)}
          </li>
        ))}
        {told.n_nodes > 12 && <li>… {formatCount(told.n_nodes - 12)} more</li>}
      </ul>
      <div class="buttons">
        <button onClick={() => void explorer.saveRows("selection")} disabled={!told.n_nodes}>
          Save {explorer.source.hasRows ? "rows" : "nodes"} (CSV)
        </button>
        <button onClick={() => explorer.clearSelection()}>Clear</button>
      </div>
    </div>
  );
}

function NodeCard({ explorer, node }: { explorer: Explorer; node: NodeInfo }) {
  const meta = explorer.meta.value!;
  const unit = meta.unit ? ` ${meta.unit}` : "";
  const members = explorer.members.value;
  const sampled = node.n_measured < node.n_leaves;
  return (
    <div class="card" data-part="node" data-node={node.id}>
      <h2>Node #{node.id}</h2>
      <dl class="facts">
        <dt>Weight</dt>
        <dd>{formatCount(node.weight)}</dd>
        <dt>Rows</dt>
        <dd>{formatCount(node.n_rows)}</dd>
        <dt>Radius</dt>
        <dd>
          {formatUp(node.radius, 4)}
          {unit}
          {meta.radii_kind === "bound" && " (bound)"}
        </dd>
        <dt>Children</dt>
        <dd>{formatCount(node.n_children)}</dd>
        <dt>Levels</dt>
        <dd>{node.level === node.last_level ? node.level : `${node.level} to ${node.last_level}`}</dd>
      </dl>
      <div class="buttons">
        <button class="primary" onClick={() => explorer.drillInto(node.id)} disabled={explorer.root.value === node.id || node.n_children === 0}>
          Drill in
        </button>
        {explorer.source.hasRows && (
          <button onClick={() => void explorer.showMembers(0)} disabled={members !== null}>
            Members
          </button>
        )}
        {explorer.source.hasRows && <button onClick={() => void explorer.saveRows("node")}>Save rows (CSV)</button>}
      </div>
      {members && (
        <div class="members" data-part="members">
          <div class="table-box">
            <table>
              <thead>
                <tr>
                  <th>row</th>
                  {members.columns.map((name, k) => (
                    <th key={k}>{name}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {members.rows.map((row, k) => (
                  <tr key={row}>
                    <th scope="row">{row}</th>
                    {members.values[k]!.map((value, j) => (
                      <td key={j}>{formatNumber(value)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div class="pager">
            <button disabled={members.offset === 0} onClick={() => void explorer.showMembers(Math.max(members.offset - 20, 0))}>
              ‹
            </button>
            {formatCount(members.offset + 1)}–{formatCount(members.offset + members.rows.length)} of {formatCount(members.n_rows)}
            <button
              disabled={members.offset + members.rows.length >= members.n_rows}
              onClick={() => void explorer.showMembers(members.offset + 20)}
            >
              ›
            </button>
          </div>
        </div>
      )}
      <div class="columns">
        {node.columns.map((column, k) => (
          <Column key={k} column={column} />
        ))}
      </div>
      {sampled && node.n_measured > 0 && (
        <p class="note">
          Columns from {formatCount(node.n_measured)} of {formatCount(node.n_leaves)} distinct rows.
        </p>
      )}
      {node.n_measured === 0 && <p class="note">Spread of the columns is not in this file; centres are.</p>}
      {node.n_columns > node.columns.length && (
        <div class="pager">
          <button disabled={node.first_column === 0} onClick={() => void explorer.showColumns(Math.max(node.first_column - 32, 0))}>
            ‹
          </button>
          columns {node.first_column + 1}–{node.first_column + node.columns.length} of {node.n_columns}
          <button
            disabled={node.first_column + node.columns.length >= node.n_columns}
            onClick={() => void explorer.showColumns(node.first_column + 32)}
          >
            ›
          </button>
        </div>
      )}
    </div>
  );
}

function Column({ column }: { column: ColumnInfo }) {
  const { histogram } = column;
  const most = Math.max(...histogram, 0);
  const [width, height] = [120, 26];
  const step = width / Math.max(histogram.length, 1);
  return (
    <div class="column" data-column={column.name}>
      <div class="column-name" title={column.name}>
        {column.name}
      </div>
      {histogram.length > 1 && (
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={`Histogram of ${column.name}`}>
          {histogram.map((count, k) => {
            const tall = most > 0 ? (count / most) * height : 0;
            return <rect key={k} x={k * step} y={height - tall} width={Math.max(step - 0.6, 0.4)} height={tall} />;
          })}
        </svg>
      )}
      <div class="column-figures">
        <span>{formatNumber(column.min)}</span>
        <b title="mean">{formatNumber(column.mean)}</b>
        <span>{formatNumber(column.max)}</span>
      </div>
    </div>
  );
}

/** The nodes in view as a table, heaviest first: for screen readers, and for whoever wants it. */
export function NodeTable({ explorer }: { explorer: Explorer }) {
  const view = explorer.view.value;
  const frame = explorer.frame.value;
  const meta = explorer.meta.value;
  if (!view || !frame || !meta) return null;
  const most = 100;
  const order = Array.from({ length: view.count }, (_, k) => k)
    .sort((a, b) => view.weight[b]! - view.weight[a]!)
    .slice(0, most);
  const [width, height] = [view.bbox[2] - view.bbox[0], view.bbox[3] - view.bbox[1]];
  const [x, y] = [(view.bbox[0] + view.bbox[2]) / 2, (view.bbox[1] + view.bbox[3]) / 2];
  return (
    <div class={explorer.showsTable.value ? "node-table" : "visually-hidden"} data-part="table">
      <table>
        <caption>
          {view.count > most
            ? `The ${most} heaviest of ${formatCount(view.count)} nodes in view`
            : `All ${view.count} nodes in view`}
        </caption>
        <thead>
          <tr>
            <th>node</th>
            <th>weight</th>
            <th>radius{meta.unit && ` (${meta.unit})`}</th>
            <th>{frame.names[0]}</th>
            {frame.names[1] !== "" && <th>{frame.names[1]}</th>}
          </tr>
        </thead>
        <tbody>
          {order.map((k) => (
            <tr key={view.id[k]}>
              <th scope="row">
                <button class="link" tabIndex={explorer.showsTable.value ? 0 : -1} onClick={() => void explorer.selectNode(view.id[k]!)}>
                  #{view.id[k]}
                </button>
              </th>
              <td>{formatCount(view.weight[k]!)}</td>
              <td>{formatUp(view.radius[k]!)}</td>
              <td>{formatNumber(view.x[k]! * width + x)}</td>
              {frame.names[1] !== "" && <td>{formatNumber(view.y[k]! * height + y)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
