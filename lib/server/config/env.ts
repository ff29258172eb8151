import "server-only";
import type { Asset } from "#lib/asset/asset";
import { defaultAssets, sandboxAssets } from "#lib/asset/asset-tables";
import type { InputRules } from "#lib/contract/api";
import { readKeptSecret } from "#lib/secret/kept-secret";
import { isLoopbackHost, isPublicHost } from "#lib/text/public-host";
import packageJson from "../../../package.json" with { type: "json" };
import { judgeChainNodes } from "./chain-nodes";
import type { DatabaseSetting } from "./database-setting";
import { type AuthSecret, authSecretOf, ownerOf } from "./env-access";
import { type Fault, type Given, givenIn, readVariables, type Variables } from "./env-values";
import { mailOf } from "./mail-setting";
import { once } from "./once";
import { readSandboxSettings } from "./settings";
import { inFiles, variables } from "./variables";

/** Invariant: nothing else reads `process.env`; a bad value stops the start with every fault named, never its value. */

export type Env = ReturnType<typeof readEnv>;

/** How the service is reached; `sandbox` when no key is set. */
type Service =
  | { mode: "live"; baseUrl: string; apiKey: string }
  | { mode: "sandbox"; apiKey: string | undefined; databaseFile: string; businessStatus: string };

/** Every fault of the configuration at once. The message names variables and never their values. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
  /** By its name, as with `Problem`: the database may be opened by another copy of this module. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "ConfigurationError";
  }
  constructor(readonly faults: readonly string[]) {
    super(`The configuration cannot be used:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
  }
}

/** The configuration, read once a process. Throws {@link ConfigurationError}. */
export function env(): Env {
  return once("env", () => readEnv(process.env));
}

/** What the input schemas need of the configuration. */
export function inputRules(): InputRules {
  const { assets, isSandbox } = env();
  return { assets, allowPrivateCallbacks: isSandbox };
}

/** Reads a configuration from variables. An empty variable counts as unset. */
export function readEnv(from: Variables) {
  const [missing, wrong]: [string[], string[]] = [[], []];
  const fault: Fault = (message) => void missing.push(message);
  const given = givenIn(from);
  const read = readVariables(variables, given, (message) => void wrong.push(message), inFiles);
  const service = serviceOf(from, given, read, fault);
  const isSandbox = service?.mode !== "live";
  const { APP_COMMIT: commit, LEDGER_ID: ledgerId, DATABASE_URL: database } = read;
  const { version } = packageJson;
  if (read.AUTH_SECRET_PREVIOUS === "")
    fault("AUTH_SECRET_PREVIOUS_FILE names an empty file. Put the previous secret there, or unset it.");
  const assets = isSandbox
    ? (read.OFFRAMP_ASSETS ?? sandboxAssets).map(withoutExplorer)
    : (read.OFFRAMP_ASSETS ?? defaultAssets);
  const chainNodes = read.CHAIN_NODES ?? {};
  judgeChainNodes(chainNodes, assets, fault);
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ofTraces, OTEL_EXPORTER_OTLP_ENDPOINT: ofAll } = read;
  const receiver = read.OTEL_SDK_DISABLED === "true" ? undefined : (ofTraces ?? ofAll);
  const settings = {
    service: service as Service,
    isSandbox,
    assets,
    /** By network. The sandbox has its own chain, and its addresses are on no other. */
    chainNodes: isSandbox ? {} : chainNodes,
    /** Where the ledger lies, and which one it has to be. */
    database: { ...database, ...(ledgerId !== undefined && { ledgerId }) },
    /** Where an answer of the service is kept that the database did not take; `undefined`: in memory alone. */
    answersFolder: answersFolderOf(read.ANSWERS_FOLDER, database),
    /** How mail is sent; `undefined`: it is not. */
    mail: mailOf(read, given, fault),
    /** Private networks that webhooks may reach. */
    webhookNetworks: read.WEBHOOK_ALLOW_NETWORKS ?? [],
    appUrl: read.APP_URL,
    /** Where the service can send callbacks to, without a trailing slash; `undefined`: it cannot, so none are asked for. */
    callbackBaseUrl: callbackBaseUrl(read.APP_URL, service, read.PORT),
    timeZone: read.BUSINESS_TIMEZONE,
    serviceTimeoutMs: read.OFFRAMP_TIMEOUT_MS,
    depositWindowMs: read.DEPOSIT_WINDOW_MINUTES * 60_000,
    /** How long a transfer may be reported as processing before it needs a person. */
    processingSilenceMs: read.PROCESSING_SILENCE_MINUTES * 60_000,
    quoteDriftPercent: read.QUOTE_DRIFT_PERCENT,
    approvalMs: read.APPROVAL_HOURS * 3_600_000,
    controlHoldMs: service?.mode === "sandbox" ? 0 : read.CONTROL_HOLD_HOURS * 3_600_000,
    authSecret: authSecretOf(read.AUTH_SECRET, database, fault) as AuthSecret,
    /** The secret before this one: what it has encrypted is encrypted with the new one at the start. */
    previousAuthSecret: read.AUTH_SECRET_PREVIOUS,
    owner: ownerOf(read.OWNER_EMAIL?.toLowerCase(), read.OWNER_PASSWORD?.normalize(), fault),
    requiresSecondFactor: read.REQUIRE_TWO_FACTOR,
    perMinute: {
      quote: read.QUOTES_PER_MINUTE,
      submit: read.TRANSFERS_PER_MINUTE,
      read: read.READS_PER_MINUTE,
      write: read.WRITES_PER_MINUTE,
    },
    /** `npm run dev`, which serves the sources. */
    isDevelopment: from.NODE_ENV === "development",
    port: read.PORT,
    host: read.HOST,
    proxyHops: read.PROXY_HOPS,
    /** How long a connection is kept for its next request. */
    keepAliveMs: read.KEEP_ALIVE_SECONDS * 1_000,
    isHstsForSubdomains: read.HSTS_SUBDOMAINS,
    logLevel: read.LOG_LEVEL,
    version,
    commit,
    /** Variables by which other programs find a proxy; this one connects by itself. */
    unusedProxies: proxyNames.filter((name) => given(name) !== undefined),
    /** What a request to anybody else says of itself. */
    userAgent: `offramp-dashboard/${version}`,
    /** Both as a page shows them, such as "1.2.0 (0123abc)". */
    release: commit === undefined ? version : `${version} (${commit.slice(0, 7)})`,
    metricsToken: read.METRICS_TOKEN,
    isTraced: receiver !== undefined,
    /** The host that traces are sent to. */
    traceHost: receiver === undefined ? "" : new URL(receiver).hostname.replace(/^\[|\]$/g, ""),
  };
  const faults = [...missing, ...wrong];
  if (faults.length > 0) throw new ConfigurationError(faults);
  return settings;
}

/** No real network has the sandbox's addresses and transactions: somebody who follows a link would see another's. */
function withoutExplorer(asset: Asset): Asset {
  return { ...asset, explorer: undefined, explorerTx: undefined };
}

const proxyNames = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];

/** Beside a database file; with PostgreSQL below the folder in which a server keeps its data unless said otherwise. */
function answersFolderOf(folder: string | undefined, database: DatabaseSetting | undefined) {
  if (folder !== undefined || database?.kind !== "sqlite") return folder ?? "./data/answers";
  return database.file === ":memory:" ? undefined : `${database.file}-answers`;
}

type Read = ReturnType<typeof readVariables<typeof variables>>;

function serviceOf(
  from: Variables,
  given: Given,
  { OFFRAMP_BASE_URL: baseUrl, OFFRAMP_API_KEY: apiKey }: Read,
  fault: Fault,
): Service | undefined {
  const hasUrl = given("OFFRAMP_BASE_URL") !== undefined;
  const hasKey = (given("OFFRAMP_API_KEY") ?? given("OFFRAMP_API_KEY_FILE")) !== undefined;
  if (!hasUrl && !hasKey) return sandboxOf(from, fault);
  if (!hasUrl)
    return fault("OFFRAMP_API_KEY is set, so OFFRAMP_BASE_URL is needed: the address of its service.");
  if (!hasKey) return fault("OFFRAMP_BASE_URL is set, so OFFRAMP_API_KEY or OFFRAMP_API_KEY_FILE is needed.");
  return baseUrl === undefined || apiKey === undefined ? undefined : { mode: "live", baseUrl, apiKey };
}

function sandboxOf(from: Variables, fault: Fault): Service | undefined {
  const { settings, faults = [] } = readSandboxSettings(from);
  for (const message of faults) fault(message);
  if (settings === undefined) return undefined;
  const { apiKey, databaseFile } = settings;
  const kept = apiKey === undefined ? readKeptSecret(`${databaseFile}-key`) : undefined;
  if (kept !== undefined && "wrong" in kept)
    fault(`${databaseFile}-key ${kept.wrong}. It holds the sandbox's key. Delete it: a new one is made.`);
  return { mode: "sandbox", ...settings };
}

/** Public https, or loopback when the service itself is on loopback. */
function callbackBaseUrl(
  appUrl: string | undefined,
  service: Service | undefined,
  port: number,
): string | undefined {
  const isServiceHere =
    service?.mode === "sandbox" ||
    (service !== undefined && isLoopbackHost(new URL(service.baseUrl).hostname));
  if (appUrl === undefined) return isServiceHere ? `http://localhost:${port}` : undefined;
  const { protocol, hostname } = new URL(appUrl);
  if (isLoopbackHost(hostname)) return isServiceHere ? appUrl : undefined;
  return protocol === "https:" && isPublicHost(hostname) ? appUrl : undefined;
}
