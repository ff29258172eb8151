import ipaddr from "ipaddr.js";
import * as z from "zod/mini";
import { type Asset, AssetTable } from "#lib/asset/asset";
import { type Amount, readDecimal } from "#lib/money/money";
import { isLoopbackHost } from "#lib/text/public-host";
import { readChainNodes } from "./chain-nodes";
import { readDatabase } from "./database-setting";
import { type Fault, like, madeBy, readFile, whole } from "./env-values";
import { heloName, readMailFrom, readSmtpUrl } from "./mail-setting";

/** Every variable of the dashboard: its rule, what counts where it is not set, and what is said of a bad value. */
export const variables = {
  /** Where the server listens, and how many proxies of one's own stand in front of it. */
  PORT: whole(1, 65_535, 3000),
  HOST: z._default(z.string(), "localhost"),
  PROXY_HOPS: whole(0, 9, 0),
  /** For how long a connection is kept open for its next request: longer than proxies keep theirs. */
  KEEP_ALIVE_SECONDS: whole(5, 86_400, 620),
  /** Browsers use https for every host below this one too, for two years. */
  HSTS_SUBDOMAINS: yesOrNo(),
  /** Where browsers reach the dashboard, without a trailing slash. */
  APP_URL: z.optional(madeBy(readAppUrl)),

  OFFRAMP_BASE_URL: z.optional(madeBy(readBaseUrl)),
  // A header value with a line break or a non-ASCII character would be refused by HTTP, in the middle of a transfer.
  OFFRAMP_API_KEY: z.optional(
    like(
      /^[\x21-\x7e]{1,1024}$/,
      "holds a space, a line break or a character that no HTTP header can carry, or it is empty.",
    ),
  ),
  OFFRAMP_ASSETS: z.optional(madeBy(readAssets)),
  /** The nodes that say which deposits arrived; a network without one is not watched. */
  CHAIN_NODES: z.optional(madeBy(readChainNodes)),
  /** Time limit of one call to the service. */
  OFFRAMP_TIMEOUT_MS: whole(100, 120_000, 15_000),

  /** Private networks that webhooks may reach, also by http. */
  WEBHOOK_ALLOW_NETWORKS: z.optional(madeBy(readNetworks)),

  /** Who carries mail, and whom it is from; without them there is none. */
  SMTP_URL: z.optional(madeBy(readSmtpUrl)),
  SMTP_PASSWORD: z.optional(
    like(/^[\x20-\x7e]{1,1024}$/, "holds a line break or a character that is not ASCII, or it is empty."),
  ),
  MAIL_FROM: z.optional(madeBy(readMailFrom)),
  /** By which name the mail server is greeted. */
  SMTP_HELO_NAME: z.optional(heloName),

  DATABASE_URL: z.prefault(
    madeBy((text, fault) => readDatabase(text, fault, (name, path) => readFile(name, path, fault))),
    "file:./data/dashboard.db",
  ),
  LEDGER_ID: z.optional(
    like(
      /^[0-9a-f]{64}$/,
      "must be the ledger's ID, as a backup and the doctor print it: 64 characters from 0-9 and a-f.",
    ),
  ),
  ANSWERS_FOLDER: z.optional(z.string()),

  /** The business's IANA time zone, for dates on the screen. */
  BUSINESS_TIMEZONE: z.prefault(madeBy(readTimeZone), "Africa/Lagos"),
  /** How long a transfer may wait for its deposit before it needs a person's eye. */
  DEPOSIT_WINDOW_MINUTES: whole(1, 100_000, 30),
  PROCESSING_SILENCE_MINUTES: whole(1, 100_000, 120),
  /** How long a request for approval lives. */
  APPROVAL_HOURS: whole(1, 168, 72),
  /** How long a new approver, and looser rules, wait; not in sandbox mode. */
  CONTROL_HOLD_HOURS: whole(0, 168, 24),
  /** A fall of the output beyond this many per cent needs a person's word. */
  QUOTE_DRIFT_PERCENT: z.prefault(madeBy(readPercent), "0.5"),

  AUTH_SECRET: z.optional(z.string()),
  AUTH_SECRET_PREVIOUS: z.optional(z.string()),
  OWNER_EMAIL: z.optional(z.string()),
  OWNER_PASSWORD: z.optional(z.string()),
  /** Nobody does anything without a second factor. */
  REQUIRE_TWO_FACTOR: yesOrNo(),
  /** How many a person may ask for. */
  QUOTES_PER_MINUTE: whole(1, 1_000_000, 120),
  TRANSFERS_PER_MINUTE: whole(1, 1_000_000, 60),
  READS_PER_MINUTE: whole(1, 1_000_000, 600),
  WRITES_PER_MINUTE: whole(1, 1_000_000, 120),

  LOG_LEVEL: z._default(
    z.enum(["debug", "info", "warn", "error", "silent"], "must be debug, info, warn, error or silent."),
    "info",
  ),
  /** What a reader of /metrics has to show; without it there is no such page. */
  METRICS_TOKEN: z.optional(
    like(/^[\x21-\x7e]{32,1024}$/, "must be random, with at least 32 characters and no space."),
  ),
  /** The commit that was built. */
  APP_COMMIT: z.optional(like(/^[0-9a-f]{7,40}$/, "must be 7 to 40 hexadecimal digits.")),
  /** Where traces are sent: the exporter reads its own variables (OTEL_...) for the rest. */
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver(),
  OTEL_SDK_DISABLED: z.optional(z.string()),
};

/** Those whose value can be in the file that `<name>_FILE` names. */
export const inFiles = [
  "OFFRAMP_API_KEY",
  "CHAIN_NODES",
  "DATABASE_URL",
  "AUTH_SECRET",
  "AUTH_SECRET_PREVIOUS",
  "OWNER_PASSWORD",
  "SMTP_PASSWORD",
  "METRICS_TOKEN",
] as const;

function yesOrNo() {
  const text = z.enum(["true", "false"], "must be true or false.");
  return z.prefault(
    z.pipe(
      text,
      z.transform((given) => given === "true"),
    ),
    "false",
  );
}

function receiver() {
  return z.optional(z.url({ protocol: /^https?$/, error: "must be an http or https address." }));
}

function readAppUrl(text: string, fault: Fault): string | undefined {
  const url = URL.parse(text);
  const isOrigin =
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "";
  return isOrigin && url.username === ""
    ? url.origin
    : fault("must be where browsers reach the dashboard, such as https://pay.example.com.");
}

function readBaseUrl(text: string, fault: Fault): string | undefined {
  const url = URL.parse(text);
  if (url === null) return fault("is not a URL.");
  const isHttp = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
  if (!isHttp) return fault("must start with https (http only for a service on this machine).");
  if (url.username !== "" || url.password !== "") return fault("must not hold a user name or password.");
  if (url.search !== "" || url.hash !== "") return fault("must not hold a query or a fragment.");
  if (url.port === "0") return fault("names port 0.");
  if (/\/api\/v\d+\/?$/.test(url.pathname)) return fault("must end before /api/v1: the dashboard adds it.");
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function readAssets(text: string, fault: Fault): readonly Asset[] | undefined {
  const json = text.startsWith("[") ? text : readFile("OFFRAMP_ASSETS", text, fault);
  if (json === undefined) return undefined;
  try {
    const table = AssetTable.safeParse(JSON.parse(json));
    if (table.success) return table.data;
    for (const { path, message } of table.error.issues) fault(`OFFRAMP_ASSETS${at(path)}: ${message}`);
  } catch {
    fault("is neither valid JSON nor the path of a file with it.");
  }
  return undefined;
}

function at(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
}

function readTimeZone(text: string, fault: Fault): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return fault("is not an IANA time zone, such as Africa/Lagos.");
  }
}

function readPercent(text: string, fault: Fault): Amount | undefined {
  const percent = /^\d{1,2}(\.\d{1,4})?$/.test(text) ? readDecimal(text) : undefined;
  return percent ?? fault("must be a decimal from 0 to 99, such as 0.5.");
}

/** An address and how many of its bits count, as `match` of ipaddr.js takes it. */
type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Reads WEBHOOK_ALLOW_NETWORKS, such as `10.1.0.0/16, fd00:1::/64`. */
function readNetworks(text: string, fault: Fault): readonly Network[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  const networks = parts.map(readNetwork);
  if (networks.some((network) => network === undefined))
    return fault("must be networks with their length, such as 10.1.0.0/16, separated by commas.");
  return networks as Network[];
}

function readNetwork(text: string): Network | undefined {
  const [address = ""] = text.split("/");
  // ipaddr.js also takes 10.1/16, which could be meant in two ways.
  const isWhole = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isWhole && ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}
