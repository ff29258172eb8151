import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "./database";

const database = "dashboard.db";
const session = "session";

/**
 * Keeps a dashboard's data for all that start after it, in which its owner is signed in: to hash, check and migrate costs
 * more than the start itself. Returns what throws the copy away.
 */
export function keepPrepared(dashboard: { folder: string; session: string }): () => void {
  const kept = mkdtempSync(join(tmpdir(), "dashboard-prepared-"));
  const engine = openDatabase(join(dashboard.folder, database));
  engine.prepare("VACUUM INTO ?").run(join(kept, database));
  engine.close();
  writeFileSync(join(kept, session), dashboard.session);
  process.env.PREPARED_DATA = kept;
  return () => rmSync(kept, { recursive: true, force: true });
}

/** Puts the prepared data into a folder. Returns the value of the owner's cookie; `undefined` where nothing is prepared. */
export function copyPrepared(folder: string): string | undefined {
  const { PREPARED_DATA: kept } = process.env;
  if (kept === undefined) return undefined;
  const file = join(folder, database);
  copyFileSync(join(kept, database), file);
  chmodSync(file, 0o600);
  renewSessions(folder);
  return readFileSync(join(kept, session), "utf8");
}

/** Makes every session one of just now: one that rests ends, and a confirmation lasts minutes. */
export function renewSessions(folder: string) {
  const engine = openDatabase(join(folder, database));
  const now = new Date().toISOString();
  engine.prepare("UPDATE sessions SET last_seen_at = ?, confirmed_at = ?").run(now, now);
  // A form begins empty.
  engine.prepare("DELETE FROM drafts").run();
  engine.close();
}
