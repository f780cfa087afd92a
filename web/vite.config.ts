import type { Plugin } from "vite";
import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";

const NEXT = ["page", "rolldown-runtime"];

/** Has the entry fetched before all else, and what it goes on with at the same time, not one after the other. */
const preloads: Plugin = {
  name: "preloads",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (written, { bundle = {} }) => {
      const html = written.replace("<script async", '<script async fetchpriority="high"');
      const files = Object.values(bundle).filter((file) => file.type === "chunk" && NEXT.includes(file.name));
      if (html === written) throw new Error("no script of index.html is async any more: none would be fetched first");
      if (files.length !== NEXT.length) throw new Error(`not each of these is one chunk any more: ${NEXT.join(", ")}`);
      return {
        html,
        tags: files.map(({ fileName }) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, fetchpriority: "low", href: `/${fileName}` },
          injectTo: "head",
        })),
      };
    },
  },
};

// The page is served under a Content-Security-Policy that allows files of our own origin and nothing else, so
// nothing may be inlined: no module preload script, no data: URLs for small files.
export default defineConfig({
  // Solid's runtime through src/runtime.ts: its one use of innerHTML, for markup of the compiler's, goes through a
  // Trusted Types policy there.
  plugins: [solid({ ssr: false, solid: { moduleName: "~runtime" } }), preloads],
  resolve: { alias: { "~runtime": new URL("src/runtime.ts", import.meta.url).pathname } },
  base: "/",
  build: {
    outDir: "../server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        // The entry with what it needs, the page with what else it needs, and the sheet likewise: each in one piece.
        codeSplitting: {
          groups: [
            { name: "main", test: /src\/main\.ts$/, priority: 2 },
            { name: "page", test: /src\/page\.tsx$/, priority: 1 },
            { name: "sheet", test: /src\/parts\/sheet\.tsx$/ },
          ],
        },
      },
    },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    css: true,
    isolate: false, // a browser for each file would take most of the time
  },
});
