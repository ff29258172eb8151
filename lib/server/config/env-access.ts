import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import * as z from "zod/mini";
import { passwordFault } from "#lib/contract/password";
import { mountAdvice, ownId } from "#lib/secret/foreign";
import { looksRandom, readKeptSecret } from "#lib/secret/kept-secret";
import type { DatabaseSetting } from "./database-setting";
import type { Fault } from "./env-values";

/** What signs cookies: a secret that was given, or the file in which the first start keeps one. */
export type AuthSecret = { secret: string } | { file: string };

/** A secret that is given has to be random. With PostgreSQL it has to be given: every server needs the same one. */
export function authSecretOf(
  secret: string | undefined,
  database: DatabaseSetting | undefined,
  fault: Fault,
): AuthSecret | undefined {
  if (secret !== undefined)
    return looksRandom(secret)
      ? { secret }
      : fault(
          "AUTH_SECRET must be random and have 32 to 1024 characters, such as what openssl rand -base64 32 prints.",
        );
  if (database?.kind === "postgres")
    return fault(
      "AUTH_SECRET or AUTH_SECRET_FILE is missing. All servers on one PostgreSQL database need the same secret.",
    );
  // Named already.
  if (database === undefined) return undefined;
  // What it signs ends with the process, as such a ledger does.
  if (database.file === ":memory:") return { secret: randomBytes(32).toString("base64url") };
  return readSecretFile(secretFileBeside(database.file), fault);
}

/** Of a ledger's file. Not by `join`: the build takes along every file that one may name, and this is no part of it. */
export function secretFileBeside(ledger: string): string {
  return `${dirname(ledger)}/auth-secret`;
}

/** The file in which the first start keeps the secret: what is there already is judged like the variable. */
function readSecretFile(file: string, fault: Fault): AuthSecret | undefined {
  const kept = readKeptSecret(file);
  if (kept === undefined || "secret" in kept) return { file };
  return fault(
    `${file} ${kept.wrong}. It holds the secret that signs sessions and encrypts second factors. ${remedyFor(file, kept.wrong)}: the next start makes a new one, everybody signs in again, and second factors have to be set up again.`,
  );
}

function remedyFor(file: string, wrong: string): string {
  if (wrong.startsWith("can be read by"))
    return `Nobody else may read it: chmod 600 ${file}. ${mountAdvice()} If somebody may have read it, delete it`;
  if (wrong.startsWith("belongs to"))
    return `If it is the dashboard's own, run: chown ${ownId()} ${file}. If nobody knows it, delete it`;
  return "Restore the file from a copy. If you have none, delete it";
}

/** Who becomes the first admin; `undefined`: whoever opens the link that the start prints. */
export function ownerOf(
  email: string | undefined,
  password: string | undefined,
  fault: Fault,
): { email: string; password: string } | undefined {
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || !z.email().safeParse(email).success)
    return fault("OWNER_PASSWORD is set, so OWNER_EMAIL must be its owner's e-mail address.");
  if (password === undefined)
    return fault("OWNER_EMAIL is set, so OWNER_PASSWORD or OWNER_PASSWORD_FILE is needed.");
  const wrong = passwordFault(password, [email]);
  return wrong === undefined ? { email, password } : fault(`OWNER_PASSWORD cannot be used. ${wrong}`);
}
