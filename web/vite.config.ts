import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { minify } from "terser";
import type { Plugin } from "vite";
import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";
import { words } from "./words-plugin.ts";

const YEAR = 2022;
const NEXT = ["page", "rolldown-runtime"];
const AT_ONCE = ["main", "page"];
/** The files that every page has loaded before it loads a further chunk. */
const LOADED = new RegExp(`(^|/)(${[...AT_ONCE, ...NEXT].join("|")})-[^/]{8}\\.(js|css)$`);

/** Makes the browser fetch the entry first, and the next chunks at the same time. */
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
          attrs: { rel: "modulepreload", crossorigin: true, fetchpriority: "low", href: `./${fileName}` },
          injectTo: "head",
        })),
      };
    },
  },
};

/** Has functions of the first chunks compiled while the script arrives, not at their first call. */
const eager: Plugin = {
  name: "eager",
  apply: "build",
  generateBundle: {
    order: "post",
    handler: (_, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk" && AT_ONCE.includes(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
};

/** Minifies a second time: terser finds 1 to 2 % that the first minifier left. */
const smaller: Plugin = {
  name: "smaller",
  apply: "build",
  async generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      file.code = (await minify(file.code, { module: true, ecma: YEAR, compress: { passes: 3 } })).code ?? file.code;
    }
  },
};

/** Compresses each asset beside itself, at the highest level: build time does not matter. */
const packed: Plugin = {
  name: "packed",
  apply: "build",
  writeBundle: ({ dir = "" }, bundle) => {
    for (const name of Object.keys(bundle).filter((file) => /^assets\/.*(?<!\.woff2)$/.test(file))) {
      const whole = readFileSync(join(dir, name));
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(whole));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(whole, { level: 9 }));
    }
  },
};

// The page is served under a Content-Security-Policy that allows only files of its own origin, so no code or image may
// be inlined: no module preload script, no data: URLs for small files.
export default defineConfig({
  // Solid's runtime is loaded through src/runtime.ts: there its only use of innerHTML, for the compiler's markup, goes
  // through a Trusted Types policy.
  plugins: [words, solid({ ssr: false, solid: { moduleName: "~runtime" } }), preloads, smaller, eager, packed],
  resolve: { alias: { "~runtime": new URL("src/runtime.ts", import.meta.url).pathname } },
  base: "./", // the page may lie under a path of another site
  build: {
    outDir: "../server/static",
    emptyOutDir: true,
    target: `es${YEAR}`,
    modulePreload: {
      polyfill: false,
      // A chunk need not name the files that are there already.
      resolveDependencies: (_, needed, { hostType }) => (hostType === "js" ? needed.filter((file) => !LOADED.test(file)) : needed),
    },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: true,
    rolldownOptions: {
      input: { index: "index.html", sw: "src/service-worker.ts" },
      output: {
        // The service worker lies beside the page, under a name that no build changes: it is there for the whole page.
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        // A chunk for the entry and its imports, another for the page and its further imports, and so on.
        codeSplitting: {
          groups: [
            { name: "main", test: /src\/main\.ts$/, priority: 2 },
            { name: "page", test: /src\/page\.tsx$/, priority: 1 },
            { name: "play", test: /src\/story\/scene-chunk\.ts$/ },
            { name: "sheet", test: /src\/characters\/sheet\.tsx$/ },
          ],
        },
      },
    },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/words/testing/english.ts"],
    css: true,
    testTimeout: 30_000, // the tests of all files run beside other work, so a slow one means little
    isolate: false, // a browser environment for each file would take most of the time
  },
});
