import "server-only";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import { passwordFault } from "#lib/contract/password";
import { looksRandom, readKeptSecret } from "#lib/secret/kept-secret";
import type { DatabaseSetting } from "./database-setting";
import { type Fault, type Given, readGivenOrFile, readInteger } from "./env-values";

/** What signs cookies: a secret that was given, or the file in which the first start keeps one. */
export type AuthSecret = { secret: string } | { file: string };

/** The part of the configuration that says who gets in, and how much one person may ask for. */
export function readAccess(given: Given, fault: Fault, database: DatabaseSetting | undefined) {
  return {
    authSecret: readAuthSecret(given, fault, database),
    previousAuthSecret: readPrevious(given, fault),
    owner: readOwner(given, fault),
    requiresSecondFactor: readSwitch("REQUIRE_TWO_FACTOR", given("REQUIRE_TWO_FACTOR") ?? "false", fault),
    perMinute: {
      quote: readInteger("QUOTES_PER_MINUTE", given("QUOTES_PER_MINUTE") ?? "120", 1, 1_000_000, fault) ?? 0,
      submit:
        readInteger("TRANSFERS_PER_MINUTE", given("TRANSFERS_PER_MINUTE") ?? "60", 1, 1_000_000, fault) ?? 0,
      read: readInteger("READS_PER_MINUTE", given("READS_PER_MINUTE") ?? "600", 1, 1_000_000, fault) ?? 0,
      write: readInteger("WRITES_PER_MINUTE", given("WRITES_PER_MINUTE") ?? "120", 1, 1_000_000, fault) ?? 0,
    },
  };
}

function readAuthSecret(
  given: Given,
  fault: Fault,
  database: DatabaseSetting | undefined,
): AuthSecret | undefined {
  const secret = readGivenOrFile("AUTH_SECRET", given, fault);
  if (secret !== undefined)
    return looksRandom(secret)
      ? { secret }
      : fault(
          "AUTH_SECRET must have 32 to 1024 characters, and be random: openssl rand -base64 32 makes one.",
        );
  if (database?.kind === "postgres")
    return fault(
      "AUTH_SECRET is missing (or AUTH_SECRET_FILE): every server of a PostgreSQL database needs the same one.",
    );
  const file = database?.file ?? ":memory:";
  return readSecretFile(join(file === ":memory:" ? "./data" : dirname(file), "auth-secret"), fault);
}

/** It was judged when it was the secret; a file that lost it would leave second factors under it for good. */
function readPrevious(given: Given, fault: Fault): string | undefined {
  const secret = readGivenOrFile("AUTH_SECRET_PREVIOUS", given, fault);
  return secret === ""
    ? fault("AUTH_SECRET_PREVIOUS_FILE names an empty file. Put the former secret there, or unset it.")
    : secret;
}

/** The file in which the first start keeps the secret: what is there already is judged like the variable. */
function readSecretFile(file: string, fault: Fault): AuthSecret | undefined {
  const kept = readKeptSecret(file);
  if (kept === undefined || "secret" in kept) return { file };
  const remedy = kept.wrong.startsWith("can be read by")
    ? `Nobody else may read it: chmod 600 ${file}. If somebody may have read it, replace it`
    : "Put the file back from a copy. If there is none, delete it";
  return fault(
    `${file} ${kept.wrong}. It holds the secret that signs sessions and encrypts second factors. ${remedy}: the next start makes a new one, everybody signs in again, and second factors have to be set up again.`,
  );
}

function readOwner(given: Given, fault: Fault): { email: string; password: string } | undefined {
  const email = given("OWNER_EMAIL")?.toLowerCase();
  const password = readGivenOrFile("OWNER_PASSWORD", given, fault)?.normalize();
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || !z.email().safeParse(email).success)
    return fault("OWNER_EMAIL must be an e-mail address: OWNER_PASSWORD is set, so its owner is needed.");
  if (password === undefined)
    return fault("OWNER_PASSWORD is missing: OWNER_EMAIL is set (or OWNER_PASSWORD_FILE).");
  const wrong = passwordFault(password, [email]);
  return wrong === undefined ? { email, password } : fault(`OWNER_PASSWORD cannot be used. ${wrong}`);
}

function readSwitch(name: string, text: string, fault: Fault): boolean | undefined {
  return text === "true" || text === "false" ? text === "true" : fault(`${name} must be true or false.`);
}
