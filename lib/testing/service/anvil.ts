import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A development chain of Ethereum's kind, in a process of its own. */
export type Anvil = {
  url: string;
  /** Throws with the node's words where it refuses. */
  ask: <Result>(method: string, ...params: unknown[]) => Promise<Result>;
  mine: (blocks: number) => Promise<void>;
  /** Whether each transaction gets a block at once. Otherwise it waits for `mine`, and nobody sees it before. */
  mineEach: (isOn: boolean) => Promise<void>;
  head: () => Promise<number>;
  /** Makes the newest `depth` blocks again: without their transactions, but with these, each in the nth of the new blocks. */
  reorg: (depth: number, kept?: readonly (readonly [rawTx: string, nthBlock: number])[]) => Promise<void>;
  /** As it was sent, signed. */
  rawTx: (hash: string) => Promise<string>;
  /** Returns what takes the chain back to now. */
  snapshot: () => Promise<() => Promise<void>>;
  close: () => Promise<void>;
};

export type AnvilOptions = {
  chainId: number;
  /** `on-demand`: a block only where `mine` asks for it. `each`: one for each transaction. */
  mining?: "on-demand" | "each";
};

const startLimitMs = 120_000;
/** Ends the node when this process is gone, however it ended: the shell's input closes then. */
const withUs = '"$@" </dev/null & exec >&- 2>&-; read -r _; kill -9 $!; wait $!';

/** On a free port of this machine. Throws where the node can't run: it needs glibc 2.35. */
export async function startAnvil({ chainId, mining = "on-demand" }: AnvilOptions): Promise<Anvil> {
  // Else `finalized` stays at block 0.
  const options = ["--port", "0", "--chain-id", `${chainId}`, "--slots-in-an-epoch", "1"];
  const args = [...options, ...(mining === "on-demand" ? ["--no-mining"] : [])];
  const shell = spawn("sh", ["-c", withUs, "sh", anvilBinary(), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: "1", NODE_ENV: "test" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => {
    shell.once("close", () => resolve());
  });
  const close = async () => {
    shell.stdin.end();
    await ended;
  };
  const port = await readPort(shell.stdout, shell.stderr).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const url = `http://127.0.0.1:${port}`;
  const ask: Anvil["ask"] = (method, ...params) => askNode(url, method, params);
  return {
    url,
    ask,
    mine: (blocks) => ask("anvil_mine", `0x${blocks.toString(16)}`),
    mineEach: (isOn) => ask("evm_setAutomine", isOn),
    head: async () => Number(await ask<string>("eth_blockNumber")),
    reorg: (depth, kept = []) => ask("anvil_reorg", depth, kept),
    rawTx: (hash) => ask("eth_getRawTransactionByHash", hash),
    snapshot: async () => {
      const id = await ask<string>("evm_snapshot");
      return () => ask("evm_revert", id);
    },
    close,
  };
}

function anvilBinary(): string {
  const require = createRequire(import.meta.url);
  const wrapper = require.resolve("@foundry-rs/anvil/package.json");
  const machine = process.arch === "x64" ? "amd64" : process.arch;
  try {
    return createRequire(wrapper).resolve(`@foundry-rs/anvil-${process.platform}-${machine}/bin/anvil`);
  } catch {
    // Where the package's own installation has put it, if the platform's package didn't come.
    const beside = join(dirname(wrapper), "anvil");
    if (existsSync(beside)) return beside;
    throw new Error("@foundry-rs/anvil has no program for this machine. Run npm install.");
  }
}

async function readPort(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream): Promise<number> {
  let said = "";
  return new Promise((resolve, reject) => {
    const fail = () => {
      clearTimeout(timer);
      reject(new Error(`The development chain did not start: ${said.slice(-2_000)}`));
    };
    const timer = setTimeout(fail, startLimitMs);
    stdout.once("close", fail);
    stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    stdout.on("data", (chunk: Buffer) => {
      said += chunk;
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    });
  });
}

async function askNode<Result>(url: string, method: string, params: unknown[]): Promise<Result> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await answer.json()) as { result: Result; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}
