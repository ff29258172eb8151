import childProcess from "node:child_process";
import { promises as dns } from "node:dns";
import { readFileSync, statSync } from "node:fs";
import { isIP, isIPv4 } from "node:net";
import { setTimeout } from "node:timers/promises";
import { once } from "#lib/server/config/once";

/**
 * Invariant: a name whose name server is silent holds up its own party alone. The system's look-up has two threads in a
 * process and can hold each for half a minute: they are the service's and the database's. Everybody else's names are asked
 * over sockets, and of the system only where DNS doesn't know them: by a small process for each name, which is ended in time.
 */

/** All addresses of a name. Throws where there are none; `code` says why. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export class NameError extends Error {
  override readonly name = "NameError";
  /** `EAI_AGAIN`: the name server couldn't say. */
  constructor(readonly code: "ENOTFOUND" | "EAI_AGAIN") {
    super(code);
  }
}

/** As any other program on this machine finds it. One look-up of a name at once, so one thread. */
export const bySystem: Resolve = (host) =>
  shared(`system ${host}`, async () => (await dns.lookup(host, { all: true })).map(({ address }) => address));

/** Takes no thread: by the hosts file, then by DNS. */
export const besideTheSystem: Resolve = (host) =>
  shared(`dns ${host}`, async () => {
    if (isIP(host) !== 0) return [host];
    const listed = listedHere(host);
    if (listed.length > 0) return listed;
    const found = await askNameServers(host);
    return found.length > 0 ? found : askApart(host);
  });

/** Who asks for a name meanwhile gets the same answer. */
function shared(key: string, ask: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const asked = once("look-ups", () => new Map<string, Promise<readonly string[]>>());
  const answer = asked.get(key) ?? ask().finally(() => asked.delete(key));
  asked.set(key, answer);
  return answer;
}

/** The system's look-up as a program, of every Linux. */
const lookUp = "getent";
/** How long it has for a name that DNS doesn't know, in milliseconds. */
const apartMs = 5_000;

/** For names that only the machine knows, such as by mDNS or a search domain. Its process gets nothing of our environment. */
function askApart(host: string): Promise<readonly string[]> {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,252}$/u.test(host)) throw new NameError("ENOTFOUND");
  const env = { NODE_ENV: "production" } as const;
  const options = { env, timeout: apartMs, killSignal: "SIGKILL" } as const;
  return new Promise((resolve, reject) => {
    childProcess.execFile(lookUp, ["ahosts", host], options, (error, said) => {
      // A machine that doesn't have it, or lets nobody begin it.
      if (typeof error?.code === "string") return resolve(inTurn(() => bySystem(host)));
      if (error !== null) return reject(new NameError(error.killed ? "EAI_AGAIN" : "ENOTFOUND"));
      const addresses = said.split("\n").map((line) => line.split(/\s/)[0] ?? "");
      resolve([...new Set(addresses.filter((address) => isIP(address) !== 0))]);
    });
  });
}

/** One at a time: a thread is all that there is. */
function inTurn(ask: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const line = once("system-look-ups", () => ({ last: Promise.resolve() as Promise<unknown> }));
  const answer = line.last.then(ask);
  line.last = answer.catch(() => undefined);
  return answer;
}

/** How long each of the machine's name servers has for one try, in milliseconds. */
const tryMs = 1_000;
const tries = 3;
/** How long the addresses of one family wait for those of the other: some name servers drop the second question. */
const otherFamilyMs = 500;
/** DNS has answered that it has nothing, or there is no name server. */
const unknown = ["ENOTFOUND", "ENODATA", "EBADNAME", "ECONNREFUSED"];

/** Empty where DNS doesn't know the name. IPv4 first: where IPv6 leads nowhere, that is found out late. */
async function askNameServers(host: string): Promise<readonly string[]> {
  // A new one each time reads the machine's settings again, and remembers nobody's silence.
  const resolver = new dns.Resolver({ timeout: tryMs, tries });
  const found: string[] = [];
  const codes: unknown[] = [];
  const answers = [resolver.resolve4(host), resolver.resolve6(host)].map((answer) =>
    answer.then(
      (addresses) => void found.push(...addresses),
      (error: { code?: unknown }) => {
        codes.push(error.code);
        throw error;
      },
    ),
  );
  await Promise.any(answers).catch(() => undefined);
  if (found.length === 0) {
    if (codes.every((code) => unknown.includes(String(code)))) return [];
    throw new NameError("EAI_AGAIN");
  }
  await Promise.race([Promise.allSettled(answers), setTimeout(otherFamilyMs, undefined, { ref: false })]);
  return [...found.filter(isIPv4), ...found.filter((address) => !isIPv4(address))];
}

const hostsFile = "/etc/hosts";
type Hosts = { readAt: string; byName: ReadonlyMap<string, readonly string[]> };

function listedHere(host: string): readonly string[] {
  const name = host.toLowerCase().replace(/\.$/, "");
  const listed = hostsHere().get(name);
  if (listed !== undefined) return listed;
  return name === "localhost" || name.endsWith(".localhost") ? ["127.0.0.1", "::1"] : [];
}

/** Read again when it has changed. */
function hostsHere(): Hosts["byName"] {
  const kept = once<{ hosts?: Hosts }>("hosts-file", () => ({}));
  try {
    const { mtimeMs, size } = statSync(hostsFile);
    const readAt = `${mtimeMs} ${size}`;
    if (kept.hosts?.readAt !== readAt) kept.hosts = { readAt, byName: readHosts() };
    return kept.hosts.byName;
  } catch {
    return new Map();
  }
}

function readHosts(): Hosts["byName"] {
  const byName = new Map<string, string[]>();
  for (const line of readFileSync(hostsFile, "utf8").split("\n")) {
    const [address, ...names] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    if (address === undefined || address === "") continue;
    for (const name of names) {
      const addresses = byName.get(name.toLowerCase()) ?? [];
      byName.set(name.toLowerCase(), [...addresses, address]);
    }
  }
  return byName;
}
