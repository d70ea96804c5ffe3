// Builds the bundle that the Python package ships: one module for all three hosts, and its style.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const outDir = process.argv[2] ?? here("../src/bidvit/explorer/static");

mkdirSync(outDir, { recursive: true });
await build({
  root: here("."),
  configFile: false,
  logLevel: "warn",
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    outDir,
    emptyOutDir: false,
    target: "es2022",
    minify: true,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: here("src/main.ts"),
      preserveEntrySignatures: "strict", // notebooks import it
      output: { format: "es", entryFileNames: "explorer.js", assetFileNames: "explorer[extname]" },
    },
  },
});
copyFileSync(here("index.html"), `${outDir}/index.html`);

// The licences of what is bundled, as they ask for.
const lock = JSON.parse(readFileSync(here("package-lock.json"), "utf8"));
const notices = Object.entries(lock.packages)
  .filter(([path, entry]) => path.startsWith("node_modules/") && !entry.dev && !entry.optional)
  .map(([path, entry]) => {
    const file = readdirSync(here(path)).find((name) => /^licen[cs]e/i.test(name));
    const text = file ? readFileSync(here(`${path}/${file}`), "utf8").trim() : "";
    return `${path.slice("node_modules/".length)} ${entry.version} (${entry.license})\n\n${text}\n`;
  });
const rule = `\n${"-".repeat(80)}\n\n`;
const intro = "explorer.js and explorer.css hold parts of these packages. The outline of the land is that\nof Natural Earth, which is in the public domain.\n";
writeFileSync(`${outDir}/LICENSES.txt`, [intro, ...notices].join(rule).replaceAll("\r\n", "\n"));
