// Builds the bundle that the Python package ships: one module for all three hosts, and its style.
import { copyFileSync, mkdirSync } from "node:fs";
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
