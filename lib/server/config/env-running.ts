import "server-only";
import packageJson from "../../../package.json" with { type: "json" };
import { type Fault, type Given, readGivenOrFile } from "./env-values";

/** The part of the configuration for whoever runs the dashboard: what is running, and who may watch it. */
export type RunningSettings = {
  version: string;
  /** The commit that was built, 7 to 40 hexadecimal digits; `undefined` when it was not given. */
  commit: string | undefined;
  /** Both as a page shows them, such as "1.2.0 (0123abc)". */
  release: string;
  /** What a reader of /metrics has to show; `undefined`: there is no such page. */
  metricsToken: string | undefined;
  /** Traces are sent somewhere: the exporter reads its own variables (OTEL_...) for the rest. */
  isTraced: boolean;
};

const shownDigits = 7;

/** Reads that part. */
export function readRunning(given: Given, fault: Fault) {
  const receivers = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
  const named = receivers.filter((name) => given(name) !== undefined);
  for (const name of named)
    if (!/^https?:$/.test(URL.parse(given(name) ?? "")?.protocol ?? ""))
      fault(`${name} must be an address of http or https.`);
  const { version } = packageJson;
  const commit = readCommit(given("APP_COMMIT"), fault);
  return {
    version,
    commit,
    release: commit === undefined ? version : `${version} (${commit.slice(0, shownDigits)})`,
    metricsToken: readMetricsToken(given, fault),
    isTraced: named.length > 0 && given("OTEL_SDK_DISABLED") !== "true",
  };
}

function readCommit(text: string | undefined, fault: Fault): string | undefined {
  return text === undefined || /^[0-9a-f]{7,40}$/.test(text)
    ? text
    : fault("APP_COMMIT must be 7 to 40 hexadecimal digits.");
}

function readMetricsToken(given: Given, fault: Fault): string | undefined {
  const token = readGivenOrFile("METRICS_TOKEN", given, fault);
  return token === undefined || /^[\x21-\x7e]{32,1024}$/.test(token)
    ? token
    : fault("METRICS_TOKEN must have at least 32 characters without a space, and be random.");
}
