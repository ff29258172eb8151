import "server-only";
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { env } from "../env";
import { once } from "../once";

/**
 * Invariant: one secret signs every cookie of a deployment. It is AUTH_SECRET where that is set; otherwise it is made at
 * the first start and kept beside the database with mode 0600, so that a restart signs nobody out.
 */
export function authSecret(): string {
  return once("auth-secret", () => {
    const { authSecret: from } = env();
    return "secret" in from ? from.secret : keptSecret(from.file);
  });
}

/** Whether there is a secret already; asking makes none. */
export function hasAuthSecret(): boolean {
  const { authSecret: from } = env();
  return "secret" in from || read(from.file) !== undefined;
}

function keptSecret(file: string): string {
  const kept = read(file);
  if (kept !== undefined) return kept;
  // Linked into its place in one step: of two servers that start at once, one wins and both read the same secret.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    unlinkSync(draft);
  }
  return read(file) ?? keptSecret(file);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
