import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";

// The page is served under a Content-Security-Policy that allows files of our own origin and nothing else, so
// nothing may be inlined: no module preload script, no data: URLs for small files.
export default defineConfig({
  // Solid's runtime through src/runtime.ts: its one use of innerHTML, for markup of the compiler's, goes through a
  // Trusted Types policy there.
  plugins: [solid({ ssr: false, solid: { moduleName: "~runtime" } })],
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
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    css: true,
  },
});
