import "server-only";
import * as z from "zod/mini";
import { type Asset, AssetTable } from "#lib/asset/asset";
import { defaultAssets, sandboxAssets } from "#lib/asset/asset-tables";
import type { InputRules } from "#lib/contract/api";
import { type Amount, readDecimal } from "#lib/money/money";
import { readKeptSecret } from "#lib/secret/kept-secret";
import { isLoopbackHost, isPublicHost } from "#lib/text/public-host";
import { type DatabaseSetting, readDatabase } from "./database-setting";
import { type AuthSecret, readAccess } from "./env-access";
import { type RunningSettings, readRunning } from "./env-running";
import { type Fault, type Given, readFile, readGivenOrFile, readInteger } from "./env-values";
import { once } from "./once";
import { readSandboxSettings } from "./settings";

/** Invariant: nothing else reads `process.env`; a bad value stops the start with every fault named, never its value. */

export type Env = {
  /** How the service is reached; `sandbox` when no key is set. */
  service:
    | { mode: "live"; baseUrl: string; apiKey: string }
    | { mode: "sandbox"; apiKey: string | undefined; databaseFile: string; businessStatus: string };
  isSandbox: boolean;
  assets: readonly Asset[];
  database: DatabaseSetting;
  /** Where an answer of the service is kept that the database did not take; `undefined`: in memory alone. */
  answersFolder: string | undefined;
  /** Where browsers reach the dashboard, without a trailing slash; `undefined` when it was not given. */
  appUrl: string | undefined;
  /** Where the service can send callbacks to, without a trailing slash; `undefined`: it cannot, so none are asked for. */
  callbackBaseUrl: string | undefined;
  /** The business's IANA time zone, for dates on the screen. */
  timeZone: string;
  /** Time limit of one call to the service, in milliseconds. */
  serviceTimeoutMs: number;
  /** How long a transfer may wait for its deposit before it needs a person's eye, in milliseconds. */
  depositWindowMs: number;
  /** A fall of the output beyond this many per cent needs a person's word. */
  quoteDriftPercent: Amount;
  /** Signs cookies: a secret that was given, or the file in which one is kept. */
  authSecret: AuthSecret;
  /** The secret before this one: what it has encrypted is encrypted with the new one at the start. */
  previousAuthSecret: string | undefined;
  /** Who becomes the first admin; `undefined`: whoever opens the link that the start prints. */
  owner: { email: string; password: string } | undefined;
  /** Nobody does anything without a second factor. */
  requiresSecondFactor: boolean;
  /** How many quotes, new transfers and readings a person may ask for in a minute. */
  perMinute: { quote: number; submit: number; read: number; write: number };
  /** Where the server listens. */
  port: string;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
} & RunningSettings;

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

type Variables = Record<string, string | undefined>;

/** Reads a configuration from variables. An empty variable counts as unset. */
export function readEnv(variables: Variables): Env {
  const faults: string[] = [];
  const fault = (message: string): undefined => {
    faults.push(message);
    return undefined;
  };
  const given = (name: string) => variables[name]?.trim() || undefined;
  const service = readService(variables, given, fault);
  const isSandbox = service?.mode !== "live";
  const appUrl = readAppUrl(given("APP_URL"), fault);
  const database = readDatabaseSetting(given, fault);
  const settings = {
    service,
    isSandbox,
    ...readAccess(given, fault, database),
    assets: readAssets(given("OFFRAMP_ASSETS"), isSandbox, fault),
    database,
    answersFolder: readAnswersFolder(given("ANSWERS_FOLDER"), database),
    appUrl,
    callbackBaseUrl: callbackBaseUrl(appUrl, service, given("PORT") ?? "3000"),
    timeZone: readTimeZone(given("BUSINESS_TIMEZONE") ?? "Africa/Lagos", fault),
    serviceTimeoutMs: readInteger(
      "OFFRAMP_TIMEOUT_MS",
      given("OFFRAMP_TIMEOUT_MS") ?? "15000",
      100,
      120_000,
      fault,
    ),
    depositWindowMs:
      (readInteger("DEPOSIT_WINDOW_MINUTES", given("DEPOSIT_WINDOW_MINUTES") ?? "30", 1, 100_000, fault) ??
        0) * 60_000,
    quoteDriftPercent: readPercent(given("QUOTE_DRIFT_PERCENT") ?? "0.5", fault),
    port: given("PORT") ?? "3000",
    logLevel: readLogLevel(given("LOG_LEVEL") ?? "info", fault),
    ...readRunning(given, fault),
  };
  if (faults.length > 0) throw new ConfigurationError(faults);
  return settings as Env;
}

/** Beside a database file; with PostgreSQL below the folder in which a server keeps its data unless said otherwise. */
function readAnswersFolder(folder: string | undefined, database: DatabaseSetting | undefined) {
  if (folder !== undefined || database?.kind !== "sqlite") return folder ?? "./data/answers";
  return database.file === ":memory:" ? undefined : `${database.file}-answers`;
}

function readService(variables: Variables, given: Given, fault: Fault): Env["service"] | undefined {
  const apiKey = readSecret("OFFRAMP_API_KEY", given, fault);
  const baseUrl = given("OFFRAMP_BASE_URL");
  if (apiKey === undefined && baseUrl === undefined && given("OFFRAMP_API_KEY_FILE") === undefined) {
    const sandbox = readSandboxSettings(variables);
    if ("settings" in sandbox) {
      const { apiKey: given, databaseFile } = sandbox.settings;
      const kept = given === undefined ? readKeptSecret(`${databaseFile}-key`) : undefined;
      if (kept !== undefined && "wrong" in kept)
        fault(`${databaseFile}-key ${kept.wrong}. It holds the sandbox's key. Delete it: a new one is made.`);
      return { mode: "sandbox", ...sandbox.settings };
    }
    for (const message of sandbox.faults) fault(message);
    return undefined;
  }
  if (baseUrl === undefined)
    return fault("OFFRAMP_BASE_URL is missing: a key is set, so the address of its service is needed.");
  if (apiKey === undefined)
    return fault(
      "OFFRAMP_API_KEY is missing: OFFRAMP_BASE_URL is set, so its key is needed (or OFFRAMP_API_KEY_FILE).",
    );
  const origin = readBaseUrl(baseUrl, fault);
  return origin === undefined ? undefined : { mode: "live", baseUrl: origin, apiKey };
}

function readSecret(name: string, given: Given, fault: Fault): string | undefined {
  const secret = readGivenOrFile(name, given, fault);
  // A header value with a line break or a non-ASCII character would be refused by HTTP, in the middle of a transfer.
  if (secret !== undefined && !/^[\x21-\x7e]{1,1024}$/.test(secret)) {
    return fault(
      `${name} holds a space, a line break or a character that no HTTP header can carry, or it is empty.`,
    );
  }
  return secret;
}

function readBaseUrl(text: string, fault: Fault): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return fault("OFFRAMP_BASE_URL is not a URL.");
  const isHttp = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
  if (!isHttp)
    return fault("OFFRAMP_BASE_URL must start with https (http only for a service on this machine).");
  if (url.username !== "" || url.password !== "")
    return fault("OFFRAMP_BASE_URL must not hold a user name or password.");
  if (url.search !== "" || url.hash !== "")
    return fault("OFFRAMP_BASE_URL must not hold a query or a fragment.");
  if (url.port === "0") return fault("OFFRAMP_BASE_URL names port 0.");
  if (/\/api\/v\d+\/?$/.test(url.pathname))
    return fault("OFFRAMP_BASE_URL must end before /api/v1: the dashboard adds it.");
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function readAssets(
  text: string | undefined,
  isSandbox: boolean,
  fault: Fault,
): readonly Asset[] | undefined {
  if (text === undefined) return isSandbox ? sandboxAssets : defaultAssets;
  const json = text.startsWith("[") ? text : readFile("OFFRAMP_ASSETS", text, fault);
  if (json === undefined) return undefined;
  try {
    const table = AssetTable.safeParse(JSON.parse(json));
    if (table.success) return table.data;
    for (const { path, message } of table.error.issues) fault(`OFFRAMP_ASSETS${at(path)}: ${message}`);
  } catch {
    fault("OFFRAMP_ASSETS is not valid JSON, nor a path to such a file.");
  }
  return undefined;
}

function at(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
}

function readDatabaseSetting(given: Given, fault: Fault): DatabaseSetting | undefined {
  const isGiven = given("DATABASE_URL") !== undefined || given("DATABASE_URL_FILE") !== undefined;
  const text = isGiven ? readGivenOrFile("DATABASE_URL", given, fault) : "file:./data/dashboard.db";
  const setting =
    text === undefined ? undefined : readDatabase(text, fault, (name, path) => readFile(name, path, fault));
  const ledgerId = given("LEDGER_ID");
  if (ledgerId === undefined || setting === undefined) return setting;
  return /^[0-9a-f]{64}$/.test(ledgerId)
    ? { ...setting, ledgerId }
    : fault(
        "LEDGER_ID must be what a backup and the doctor call the ledger: 64 signs from 0 to 9 and a to f.",
      );
}

function readAppUrl(text: string | undefined, fault: Fault): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin =
    url !== undefined &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    url.pathname === "/" &&
    url.search === "";
  return isOrigin && url.username === ""
    ? url.origin
    : fault("APP_URL must be where browsers reach the dashboard, such as https://pay.example.com.");
}

/** Public https, or loopback when the service itself is on loopback. */
function callbackBaseUrl(
  appUrl: string | undefined,
  service: Env["service"] | undefined,
  port: string,
): string | undefined {
  const isServiceHere =
    service?.mode === "sandbox" ||
    (service !== undefined && isLoopbackHost(new URL(service.baseUrl).hostname));
  if (appUrl === undefined) return isServiceHere ? `http://localhost:${port}` : undefined;
  const { protocol, hostname } = new URL(appUrl);
  if (isLoopbackHost(hostname)) return isServiceHere ? appUrl : undefined;
  return protocol === "https:" && isPublicHost(hostname) ? appUrl : undefined;
}

function readTimeZone(text: string, fault: Fault): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return fault("BUSINESS_TIMEZONE is not an IANA time zone, such as Africa/Lagos.");
  }
}

function readPercent(text: string, fault: Fault): Amount | undefined {
  const percent = /^\d{1,2}(\.\d{1,4})?$/.test(text) ? readDecimal(text) : undefined;
  return percent ?? fault("QUOTE_DRIFT_PERCENT must be a decimal from 0 to 99, such as 0.5.");
}

function readLogLevel(text: string, fault: Fault): Env["logLevel"] | undefined {
  const level = z.enum(["debug", "info", "warn", "error", "silent"]).safeParse(text);
  return level.success ? level.data : fault("LOG_LEVEL must be debug, info, warn, error or silent.");
}
