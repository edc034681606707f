/**
 * Browser tests against the real server. `ASTRARIUM_BIN` names the program (else the debug build), `CHROMIUM` the browser,
 * `ASTRARIUM_ARTEFACTS` where pictures go (else `artefacts` at the root, outside git). `ASTRARIUM_URL` names a server that
 * already runs.
 */
import { defineConfig } from "@playwright/test";
import { join } from "node:path";
import { CHROMIUM } from "./tests/setup";

const artefacts = process.env.ASTRARIUM_ARTEFACTS ?? "../artefacts";

export default defineConfig({
  testDir: "tests",
  globalSetup: "./tests/setup.ts",
  outputDir: join(artefacts, "browser"),
  workers: 2,
  fullyParallel: true,
  timeout: 600_000, // half a minute on a machine that does nothing else
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    // Set before the workers start, which read this file again.
    baseURL: process.env.ASTRARIUM_URL,
    actionTimeout: 60_000, // a test that waits for nothing says what it waited for
    viewport: { width: 1440, height: 900 },
    colorScheme: "dark",
    screenshot: "only-on-failure",
    serviceWorkers: "block", // they would answer in the place of the server

    launchOptions: {
      executablePath: CHROMIUM,
      args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"].concat([
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ]),
    },
  },
});
