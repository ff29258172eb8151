import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigurationError, readEnv } from "./env";

const live = { OFFRAMP_BASE_URL: "https://service.example/", OFFRAMP_API_KEY: "secret-value-123" };
const folder = mkdtempSync(join(tmpdir(), "env-"));
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
function faultsOf(variables: Record<string, string>): readonly string[] {
  try {
    readEnv(variables);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
}

describe("a good configuration", () => {
  it("is the sandbox with the rich asset table when nothing is set", () => {
    const env = readEnv({ OFFRAMP_API_KEY: "", OFFRAMP_BASE_URL: " " });
    expect(env).toMatchObject({
      isSandbox: true,
      database: { kind: "sqlite", file: "./data/dashboard.db" },
      timeZone: "Africa/Lagos",
      serviceTimeoutMs: 15_000,
      port: 3000,
      host: "localhost",
      proxyHops: 0,
    });
    expect(env.assets.length).toBeGreaterThan(10);
    // A real explorer would show somebody else's money, or none.
    expect(JSON.stringify(env.assets)).not.toMatch(/https?:/);
    expect(env.callbackBaseUrl).toBe("http://localhost:3000");
  });
  it("is the real service with the one asset of the interface when a key is set", () => {
    const env = readEnv(live);
    expect(env.service).toEqual({
      mode: "live",
      baseUrl: "https://service.example",
      apiKey: "secret-value-123",
    });
    expect(env.assets.map(({ asset }) => asset)).toEqual(["base:usdc"]);
  });
  it.each([
    ["smtp://mail.example.com", { host: "mail.example.com", port: 587, tls: "upgrade" }],
    ["smtp://mail.example.com:25", { port: 25, tls: "upgrade" }],
    ["smtps://mail.example.com", { port: 465, tls: "at_once" }],
    ["smtp://localhost:1025", { port: 1025, tls: "none" }],
    ["smtp://[::1]:1025", { host: "::1", tls: "none" }],
    // Not this machine for every resolver.
    ["smtp://127.1", { tls: "upgrade" }],
    ["smtps://localhost", { tls: "at_once" }],
  ])("sends mail by %s, without TLS on this machine alone", (url, mail) => {
    expect(readEnv({ SMTP_URL: url, MAIL_FROM: "pay@example.com" }).mail).toMatchObject(mail);
  });
  it.each([
    [{ APP_URL: "https://pay.example.com:8443" }, "pay.example.com"],
    [{ APP_URL: "https://192.0.2.7" }, "[192.0.2.7]"],
    [{ APP_URL: "https://[2001:db8::7]" }, "[IPv6:2001:db8::7]"],
    [{ APP_URL: "https://pay.example.com", SMTP_HELO_NAME: "mx.example.com" }, "mx.example.com"],
    // No name that anybody else could look up.
    [{ APP_URL: "http://localhost:3000" }, undefined],
    [{ APP_URL: "https://dashboard" }, undefined],
    [{}, undefined],
  ])("greets a mail server by a name that others know: %o", (own, greeting) => {
    const smtp = { SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "pay@example.com" };
    expect(readEnv({ ...smtp, ...own }).mail?.greeting).toBe(greeting);
  });
  it("signs in to the mail server with a password from a file, and sends nothing when nothing is set", () => {
    const mail = { SMTP_URL: "smtp://pay%40example.com@mail.example.com", MAIL_FROM: "pay@example.com" };
    const env = readEnv({ ...mail, SMTP_PASSWORD_FILE: file("smtp", "hush\n") });
    expect(env.mail).toMatchObject({ user: "pay@example.com", password: "hush" });
    expect(readEnv({}).mail).toBeUndefined();
  });
  it("takes the key from a file, without the line break at its end", () => {
    const env = readEnv({
      OFFRAMP_BASE_URL: live.OFFRAMP_BASE_URL,
      OFFRAMP_API_KEY_FILE: file("key", "from-a-file\n"),
    });
    expect(env.service).toMatchObject({ apiKey: "from-a-file" });
  });
  it.each(["[", ""].map((start) => [start === "[" ? "JSON" : "a file", start]))(
    "takes the asset table as %s",
    (_name, start) => {
      const json =
        '[{"asset":"x:t","fromCurrency":"T","network":"x","networkName":"X","decimals":0,"addressFamily":"unknown"}]';
      const env = readEnv({ ...live, OFFRAMP_ASSETS: start === "[" ? json : file("assets.json", json) });
      expect(env.assets).toHaveLength(1);
    },
  );
  it.each([
    [{ ...live, APP_URL: "https://pay.example.com" }, "https://pay.example.com"],
    [{ ...live, APP_URL: "https://pay.example.com/" }, "https://pay.example.com"],
    [{ ...live }, undefined],
    [{ ...live, APP_URL: "http://pay.example.com" }, undefined],
    [{ ...live, APP_URL: "https://10.0.0.4" }, undefined],
    [{ ...live, APP_URL: "http://localhost:3000" }, undefined],
    [{ APP_URL: "http://localhost:4321" }, "http://localhost:4321"],
    [{ ...live, OFFRAMP_BASE_URL: "http://127.0.0.1:4000", PORT: "3456" }, "http://localhost:3456"],
  ])("asks for callbacks only where the service can reach the dashboard: %j", (variables, base) => {
    expect(readEnv(variables).callbackBaseUrl).toBe(base);
  });
});

describe("what whoever runs it sets", () => {
  it("is nothing unless it is given: no metrics, no traces, the version alone", () => {
    const { version, ...rest } = readEnv({});
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(rest).toMatchObject({
      commit: undefined,
      release: version,
      metricsToken: undefined,
      isTraced: false,
    });
  });
  it("is the commit in 7 digits, a token from a file, and traces unless they are switched off", () => {
    const given = {
      APP_COMMIT: "0123456789abcdef",
      METRICS_TOKEN_FILE: file("metrics", `${"t".repeat(32)}\n`),
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
    };
    const { version, ...rest } = readEnv(given);
    expect(rest).toMatchObject({
      release: `${version} (0123456)`,
      metricsToken: "t".repeat(32),
      isTraced: true,
    });
    expect(readEnv({ ...given, OTEL_SDK_DISABLED: "true" }).isTraced).toBe(false);
  });
});

describe("a bad configuration", () => {
  const bad: [string, Record<string, string>][] = [
    ["LEDGER_ID", { LEDGER_ID: "the first one" }],
    ["PORT", { PORT: "70000" }],
    ["PROXY_HOPS", { PROXY_HOPS: "10" }],
    ["OFFRAMP_BASE_URL", { OFFRAMP_API_KEY: "k" }],
    ["OFFRAMP_API_KEY", { OFFRAMP_BASE_URL: "https://service.example" }],
    ...["short", "x".repeat(64), "changeme".repeat(8), "1212121212121212121212121212121212"].map(
      (secret): [string, Record<string, string>] => ["AUTH_SECRET", { AUTH_SECRET: secret }],
    ),
    ["OWNER_EMAIL", { OWNER_PASSWORD: "seven small boats on a lake" }],
    ["OWNER_PASSWORD", { OWNER_EMAIL: "ada@example.com", OWNER_PASSWORD: "short" }],
    ...[
      "nonsense",
      "ftp://x.example",
      "http://service.example",
      "https://u:p@x.example",
      "https://x.example?a=1",
      "https://x.example#a",
      "https://x.example:0",
      "https://x.example/api/v1",
      "https://x.example/api/v1/",
    ].map((url): [string, Record<string, string>] => [
      "OFFRAMP_BASE_URL",
      { ...live, OFFRAMP_BASE_URL: url },
    ]),
    ...["two words", "line\nbreak", "ключ"].map((key): [string, Record<string, string>] => [
      "OFFRAMP_API_KEY",
      { ...live, OFFRAMP_API_KEY: key },
    ]),
    ["OFFRAMP_API_KEY", { ...live, OFFRAMP_API_KEY_FILE: file("second", "k") }],
    [
      "OFFRAMP_API_KEY",
      { OFFRAMP_BASE_URL: live.OFFRAMP_BASE_URL, OFFRAMP_API_KEY_FILE: file("empty", "\n") },
    ],
    [
      "OFFRAMP_API_KEY_FILE",
      { OFFRAMP_BASE_URL: live.OFFRAMP_BASE_URL, OFFRAMP_API_KEY_FILE: "/no/such/file" },
    ],
    ...[
      "[]",
      "[{}]",
      "{",
      "/no/such/file",
      '[{"asset":"a b","fromCurrency":"T","network":"x","networkName":"X","decimals":99,"addressFamily":"evm"}]',
    ].map((assets): [string, Record<string, string>] => [
      "OFFRAMP_ASSETS",
      { ...live, OFFRAMP_ASSETS: assets },
    ]),
    ...["mysql://x", "dashboard.db", "file:"].map((url): [string, Record<string, string>] => [
      "DATABASE_URL",
      { DATABASE_URL: url },
    ]),
    ...["pay.example.com", "https://x.example/path", "ftp://x.example"].map(
      (url): [string, Record<string, string>] => ["APP_URL", { APP_URL: url }],
    ),
    ["BUSINESS_TIMEZONE", { BUSINESS_TIMEZONE: "Lagos/Nowhere" }],
    ...["0", "1e3", "-5", "x"].map((ms): [string, Record<string, string>] => [
      "OFFRAMP_TIMEOUT_MS",
      { OFFRAMP_TIMEOUT_MS: ms },
    ]),
    ...["-1", "abc", "100", "1e1"].map((percent): [string, Record<string, string>] => [
      "QUOTE_DRIFT_PERCENT",
      { QUOTE_DRIFT_PERCENT: percent },
    ]),
    ["DEPOSIT_WINDOW_MINUTES", { DEPOSIT_WINDOW_MINUTES: "0" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ...["main", "0123AB7", "012345"].map((commit): [string, Record<string, string>] => [
      "APP_COMMIT",
      { APP_COMMIT: commit },
    ]),
    ...["short", `${"x".repeat(32)} y`, "ключ".repeat(10)].map((token): [string, Record<string, string>] => [
      "METRICS_TOKEN",
      { METRICS_TOKEN: token },
    ]),
    ...[
      ...["mail.example.com", "http://mail.example.com", "smtp://", "smtp://mail.example.com:0", "smtp:// x"],
      ...["smtp://u:hush@mail.example.com", "smtp://mail.example.com/x", "smtp://mail.example.com?tls=no"],
      ...["smtp://a%0d%0ab@mail.example.com", "smtp://mail%2eexample.com", "smtps://mail.example.com#x"],
    ].map((url): [string, Record<string, string>] => [
      "SMTP_URL",
      { SMTP_URL: url, MAIL_FROM: "a@b.example" },
    ]),
    ...[
      "Pay <a@b.example>",
      "a@b.example, c@d.example",
      "a b@c.example",
      "a@b.example\r\nx: y",
      "nobody",
    ].map((from): [string, Record<string, string>] => [
      "MAIL_FROM",
      { SMTP_URL: "smtp://m.example", MAIL_FROM: from },
    ]),
    ["MAIL_FROM", { SMTP_URL: "smtp://mail.example.com" }],
    ["SMTP_URL", { MAIL_FROM: "a@b.example" }],
    ["SMTP_URL", { SMTP_PASSWORD: "hush" }],
    ["SMTP_URL", { SMTP_HELO_NAME: "mx.example.com" }],
    ["SMTP_HELO_NAME", { SMTP_URL: "smtp://m.example", MAIL_FROM: "a@b.example", SMTP_HELO_NAME: "a b" }],
    ["SMTP_URL", { SMTP_URL: "smtp://m.example", SMTP_PASSWORD: "hush", MAIL_FROM: "a@b.example" }],
    ["SMTP_PASSWORD", { SMTP_URL: "smtp://u@m.example", MAIL_FROM: "a@b.example" }],
    ["SMTP_PASSWORD", { SMTP_URL: "smtp://u@m.example", SMTP_PASSWORD: "a\nhush", MAIL_FROM: "a@b.example" }],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }],
    ["METRICS_TOKEN_FILE", { METRICS_TOKEN_FILE: "/no/such/file" }],
  ];
  it.each(bad)("names %s for %j", (name, variables) => {
    const faults = faultsOf(variables);
    expect(faults.join("\n")).toContain(name);
    const secret = variables.OFFRAMP_API_KEY ?? "";
    if (secret.length > 1) expect(faults.join("\n")).not.toContain(secret);
    expect(faults.join("\n")).not.toMatch(/hush|c@d|<a@/);
  });
  it("lists every fault at once", () => {
    expect(faultsOf({ OFFRAMP_API_KEY: "k", LOG_LEVEL: "x", APP_URL: "y", DATABASE_URL: "z" })).toHaveLength(
      4,
    );
  });
});
