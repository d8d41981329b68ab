import { defineConfig } from "vitest/config";

// The page is checked in as it is built (`../assets`) and served by the Rust binary under `/` or a stage prefix:
// every address in it is relative, and nothing is inlined, since the Content-Security-Policy forbids that.
export default defineConfig({
  base: "./",
  build: {
    outDir: "../assets",
    emptyOutDir: true,
    assetsDir: "",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  experimental: {
    // One flat folder: `GET /` is its `index.html`, `GET /assets/{file}` is any file of it.
    renderBuiltUrl: (file, { hostType }) => (hostType === "html" ? `./assets/${file}` : { relative: true }),
  },
  server: {
    proxy: { "/api": "http://localhost:3000" },
  },
  test: { include: ["test/**/*.test.ts"] },
});
