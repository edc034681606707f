import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds a running table server. */
const server = process.env.ASTRARIUM_SERVER ?? "http://127.0.0.1:7777";

export default defineConfig({
  plugins: [svelte()],
  // The server says where its pages lie; files find each other from where they are.
  base: "./",
  resolve: { alias: { "d3-transition": new URL("src/lib/still.ts", import.meta.url).pathname } },
  build: {
    outDir: process.env.ASTRARIUM_WEB_OUT ?? "dist",
    emptyOutDir: true,
    // The content security policy allows no data: fonts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
  },
  server: {
    // The symbol library, the stylesheet and the covers lie beside this folder.
    fs: { allow: [".."] },
    proxy: { "/api": { target: server, ws: true } },
  },
  test: { include: ["src/**/*.test.ts"] },
});
