/** The real `truthy` binary on a free port, with a data folder of its own. */

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BINARY = process.env.TRUTHY_BINARY ?? fileURLToPath(new URL("../../target/debug/truthy", import.meta.url));

async function freePort() {
  const probe = createServer();
  await new Promise((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

/** Starts a server; `settings` are environment variables. Keys of the machine do not reach it. */
export async function startServer(settings = {}) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "truthy-page-"));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, TMPDIR: tmpdir(), ...settings };
  const child = spawn(BINARY, ["serve", "--port", String(port), "--data-dir", folder], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += piece));
  const ended = new Promise((done) => child.once("exit", done));
  const url = `http://127.0.0.1:${port}/`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${BINARY} ended: ${output}`);
    const isUp = await fetch(`${url}api/health`).then((answer) => answer.ok, () => false);
    if (isUp && (await fetch(url).then((answer) => answer.ok, () => false))) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
