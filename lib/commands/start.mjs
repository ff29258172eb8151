import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { ensureInstalled, root } from "../build/ensure-installed.mjs";
import { memoryLimits } from "../front/memory-limits.mjs";

/** `npm start`: installs and builds what is missing or stale, and serves. `npm run dev` (--dev) serves the sources. */
const isDev = process.argv.includes("--dev");
const port = process.env.PORT || "3000";
const host = process.env.HOST || "localhost";
if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
  console.error("The configuration cannot be used:\n  - PORT must be a whole number from 1 to 65535.");
  process.exit(78);
}

const refused = await whyNotHere();
if (refused !== undefined) {
  console.error(refused);
  process.exit(1);
}
ensureInstalled({ isForServing: !isDev });
if (!isDev) ensureBuilt();

const args = [...(isDev ? [] : memoryLimits), join(root, "lib/front/serve.mjs")];
const env = {
  ...process.env,
  PORT: port,
  HOST: host,
  NODE_ENV: isDev ? "development" : "production",
  NEXT_TELEMETRY_DISABLED: "1",
};
const server = spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) =>
  process.exit(code ?? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1)),
);

// A signal to npm ends npm and its shell but not this process: without its parent it ends itself.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) server.kill("SIGTERM");
  }, 500).unref();
}

const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
await announce(url);

/** Prints the address once the server answers. */
async function announce(address) {
  for (let attempt = 0; attempt < 300 && server.exitCode === null; attempt++) {
    const isUp = await fetch(`${address}/login`).then(
      () => true,
      () => false,
    );
    if (isUp) {
      const isSandbox = !process.env.OFFRAMP_API_KEY && !process.env.OFFRAMP_API_KEY_FILE;
      console.log(`\nThe Offramp Dashboard is ready. Open ${address}`);
      if (isSandbox)
        console.log("It runs against its own sandbox: no key is set, and no real money moves.\n");
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Returns why this port and host can't be used, or `undefined`. */
function whyNotHere() {
  const reasons = {
    EADDRINUSE: `Port ${port} of ${host} is taken by another program, perhaps an earlier start. Stop it, or set PORT.`,
    EACCES: `This user may not listen on port ${port}. Set PORT to one above 1023, behind a proxy.`,
  };
  const elsewhere = `HOST=${host} is not an address of this machine. Set HOST to localhost, to 0.0.0.0, or to one of its addresses.`;
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code }) => resolve(reasons[code] ?? `${elsewhere} (${code})`));
    probe.listen(Number(port), host, () => probe.close(() => resolve(undefined)));
  });
}
