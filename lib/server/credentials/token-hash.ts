import "server-only";
import { createHash } from "node:crypto";

/** What the database has of a random token in a cookie or a link: nobody who reads it there can use it. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
