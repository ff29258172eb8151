import "server-only";
import pino from "pino";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { currentRequestId } from "./request-context";

/** Invariant: no key, token, password or full account number is ever a field of a log line. */
const secrets = ["apiKey", "accountNumber", "callbackUrl", "password", "token", "authorization", "cookie"];

/** JSON lines on standard output; each has its request's ID. */
export function log(): pino.Logger {
  return once("log", () =>
    pino({
      level: env().logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ requestId: currentRequestId() }),
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
    }),
  );
}
