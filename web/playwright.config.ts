/**
 * Browser tests against the real server. `ASTRARIUM_URL` names one that runs; otherwise `ASTRARIUM_BIN` (or the release
 * build) is started with an empty folder. Pictures go to `ASTRARIUM_ARTEFACTS` (or `artefacts` at the root, outside git).
 */
import { defineConfig } from "@playwright/test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const port = process.env.ASTRARIUM_PORT ?? "17777";
const running = process.env.ASTRARIUM_URL;
const url = running ?? `http://127.0.0.1:${port}`;
const bin = process.env.ASTRARIUM_BIN ?? "../target/release/astrarium";
const data = () => mkdtempSync(join(tmpdir(), "astrarium-browser-"));

export default defineConfig({
  testDir: "tests",
  outputDir: join(process.env.ASTRARIUM_ARTEFACTS ?? "../artefacts", "browser"),
  workers: 1,
  timeout: 240_000,
  reporter: [["list"]],
  use: {
    baseURL: url,
    colorScheme: "dark",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"].concat([
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ]),
    },
  },
  ...(running
    ? {}
    : { webServer: { command: `${bin} serve --port ${port} --data-dir ${data()} --no-open`, url: `${url}/healthz` } }),
});
