import { connect, isIP, type Socket } from "node:net";
import type { Resolve } from "./names";

/**
 * Invariant: an address has as long as connecting may take in all. Addresses are tried side by side, each a little after the
 * one before (RFC 8305), and the first that answers is taken: a way that leads nowhere costs a moment, and a slow one is waited for.
 */

/** How an address failed: the code of its error, `ETIMEDOUT` where nothing came. */
type Attempt = { address: string; code: string };

/** No connection was made, and nothing was sent. Without attempts its name was not found. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  /** By its name, as with `Problem`: a pool may be opened by another copy of this module. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "ConnectionError";
  }
  constructor(
    readonly host: string,
    readonly code: string,
    readonly attempts: readonly Attempt[],
    options?: { cause?: unknown },
  ) {
    super(`No connection: ${code}`, options);
  }
}

export type Target = { host: string; port: number };
/** How a party is reached: how its name is found, and how long all of it may take. */
export type Way = { resolve: Resolve; limitMs: number };

/** A connected socket. Throws {@link ConnectionError}, and what `resolve` throws beside a fault of the name. */
export async function connectTo(target: Target, { resolve, limitMs }: Way): Promise<Socket> {
  const startedAt = performance.now();
  const addresses = await addressesOf(target.host, resolve, limitMs);
  return race(target, inTurns(addresses), startedAt + limitMs - performance.now());
}

async function addressesOf(host: string, resolve: Resolve, limitMs: number): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ConnectionError(host, "ETIMEDOUT", [])), limitMs);
  });
  try {
    const found = await Promise.race([resolve(host), late]);
    if (found.length === 0) throw new ConnectionError(host, "ENOTFOUND", []);
    return found;
  } catch (error) {
    const { code } = error as { code?: unknown };
    const isOfName = code === "ENOTFOUND" || code === "EAI_AGAIN";
    throw isOfName ? new ConnectionError(host, code, [], { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** A name with a thousand addresses must not cost a thousand sockets. */
const mostAddresses = 10;

/** The families alternate, the first address first. */
function inTurns(addresses: readonly string[]): string[] {
  const [first = ""] = addresses;
  const same = addresses.filter((address) => isIP(address) === isIP(first));
  const other = addresses.filter((address) => isIP(address) !== isIP(first));
  return same
    .flatMap((address, at) => [address, ...other.slice(at, at + 1)])
    .concat(other.slice(same.length))
    .slice(0, mostAddresses);
}

/** How long an address is alone before the next one is tried too, in milliseconds. */
const headStartMs = 250;

/** Bytes. */
const readAtOnce = 65_536;

function race({ host, port }: Target, waiting: string[], limitMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const trying = new Map<Socket, string>();
    const failed: Attempt[] = [];
    let next: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(next);
      clearTimeout(limit);
      for (const socket of trying.keys()) socket.destroy();
    };
    const limit = setTimeout(() => {
      const silent = [...trying.values()].map((address) => ({ address, code: "ETIMEDOUT" }));
      reject(new ConnectionError(host, "ETIMEDOUT", [...failed, ...silent]));
      end();
    }, limitMs);
    const begin = () => {
      clearTimeout(next);
      const address = waiting.shift();
      if (address === undefined) return;
      const options = { host: address, port, highWaterMark: readAtOnce };
      const socket = connect(options);
      trying.set(socket, address);
      socket.once("connect", () => {
        trying.delete(socket);
        end();
        resolve(socket);
      });
      // It stays: until somebody else listens, an error would end the process.
      socket.on("error", (error: NodeJS.ErrnoException) => {
        if (!trying.delete(socket)) return;
        failed.push({ address, code: error.code ?? "ECONNRESET" });
        if (waiting.length > 0) return begin();
        if (trying.size > 0) return;
        end();
        reject(new ConnectionError(host, tellingCode(failed), failed, { cause: error }));
      });
      next = setTimeout(begin, headStartMs);
    };
    begin();
  });
}

/** Codes of a family or a network that this machine has no way into. */
export const noRoute = ["ENETUNREACH", "EHOSTUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"];

function tellingCode(failed: readonly Attempt[]): string {
  const telling = failed.find(({ code }) => !noRoute.includes(code)) ?? failed[0];
  return telling?.code ?? "ECONNRESET";
}
