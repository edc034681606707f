/** What the browser tests need: Chromium, and a server of their own with an empty folder and a free port. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const BIN = process.env.ASTRARIUM_BIN ?? "../target/debug/astrarium";

export default async function setup(): Promise<(() => Promise<void>) | void> {
  if (!existsSync(CHROMIUM)) install();
  if (process.env.ASTRARIUM_URL) return;
  if (!existsSync(BIN)) throw new Error(`there is no ${BIN}: build it, or name it with ASTRARIUM_BIN`);
  const data = mkdtempSync(join(tmpdir(), "astrarium-browser-"));
  // Clicks come faster here than any person's.
  const args = ["--json", "serve", "--port", "0", "--data-dir", data, "--no-open", "--no-rate-limits"];
  const server = spawn(BIN, args, { stdio: ["ignore", "pipe", "inherit"] });
  process.env.ASTRARIUM_URL = await address(server);
  return async () => {
    server.kill();
    await ended(server);
    rmSync(data, { recursive: true });
  };
}

function install(): void {
  if (process.env.CHROMIUM) throw new Error(`there is no ${CHROMIUM}: correct CHROMIUM`);
  console.log("chromium is missing: installing Debian's");
  const sudo = process.getuid?.() === 0 ? "" : "sudo -n ";
  for (const command of ["apt-get update -q", "apt-get install -q -y --no-install-recommends chromium"]) {
    const [program, ...words] = `${sudo}${command}`.split(" ");
    execFileSync(program!, words, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  }
}

/** The first line says where it is. */
async function address(server: ChildProcess): Promise<string> {
  for await (const line of createInterface(server.stdout!)) return (JSON.parse(line) as { url: string }).url;
  throw new Error(`${BIN} ended before it said where it is`);
}

const ended = (server: ChildProcess) =>
  new Promise<void>((done) => (server.exitCode === null ? server.once("exit", () => done()) : done()));
