// Three hosts, one core: a server's page, a notebook's widget, a file that holds its data.

import { h, render as renderTree } from "preact";
import { App } from "./app.tsx";
import { openFile } from "./file.ts";
import { ServerSource, WidgetSource, type DataSource, type WidgetModel } from "./source.ts";
import { Explorer } from "./state.ts";
import "./style.css";

function mount(element: HTMLElement, source: DataSource, host: string, onSelect?: (nodes: number[]) => void): () => void {
  const explorer = new Explorer(source, onSelect);
  const plain = new URLSearchParams(location.search).has("canvas");
  element.classList.add("bidvit-host");
  renderTree(h(App, { explorer, plain, host }), element);
  const link = host === "widget" ? "" : location.hash.slice(1);
  void explorer.start(link).then(() => {
    if (host !== "widget" && explorer.meta.value) document.title = `${explorer.meta.value.title} · bidvit`;
  });
  const follow = (): void => void explorer.start(location.hash.slice(1));
  if (host !== "widget") window.addEventListener("hashchange", follow);
  return () => {
    window.removeEventListener("hashchange", follow);
    renderTree(null, element);
  };
}

/** What anywidget calls. */
function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const source = new WidgetSource(model);
  el.style.height = `${Number(model.get("height")) || 640}px`;
  const unmount = mount(el, source, "widget", (nodes) => {
    model.set("selected_nodes", nodes);
    model.save_changes();
  });
  return () => {
    unmount();
    source.close();
  };
}

const page = document.getElementById("bidvit-explorer");
if (page?.dataset["host"] === "server") mount(page, new ServerSource(), "server");
else if (page?.dataset["host"] === "file") {
  const data = document.getElementById("bidvit-data");
  openFile(data?.textContent ?? "").then(
    (source) => mount(page, source, "file"),
    (error: unknown) => (page.textContent = `The data in this file cannot be read: ${String(error)}`),
  );
}

export default { render };
