import type { Letterhead, LetterheadInput, LogoInput, LogoType } from "#lib/contract/letterhead/letterhead";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import type { LetterheadRow } from "#lib/server/tables/letterhead/letterhead-row";
import type { Db, Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import { type CleanLogo, cleanLogo } from "./clean-logo";

/**
 * Invariant: a change and its audit entry, which covers the row, are one transaction; it follows the version that its person
 * saw, or nothing is changed. A logo is kept as it was cleaned, and never as it came.
 */

const only = "letterhead";
const empty: LetterheadRow = {
  ...{ id: only, version: 0, name: null, address: null, rc_number: null, vat_number: null },
  ...{ logo_type: null, logo_hash: null, logo: null },
};
/** In the order in which an audit entry names them. */
const parts = {
  ...{ name: "name", address: "address", rc_number: "rc_number", vat_number: "vat_number" },
  logo: "logo_hash",
} as const satisfies Record<string, keyof LetterheadRow>;

/** All but the logo itself. */
export async function findLetterhead(ledger?: Db | Trx): Promise<Letterhead> {
  const row = await (ledger ?? (await db()))
    .selectFrom("letterhead")
    .select(["version", "name", "address", "rc_number", "vat_number", "logo_type", "logo_hash"])
    .where("id", "=", only)
    .executeTakeFirst();
  const { version, name, address, rc_number, vat_number, logo_type: type, logo_hash: hash } = row ?? empty;
  const logo = type === null || hash === null ? null : { type, hash };
  return { version, name, address, rcNumber: rc_number, vatNumber: vat_number, logo };
}

/** Throws `not_found`, also where another logo has taken its place. */
export async function findLogo({ hash }: LogoInput): Promise<{ type: LogoType; bytes: Buffer }> {
  const row = await (await db())
    .selectFrom("letterhead")
    .select(["logo_type", "logo_hash", "logo"])
    .where("id", "=", only)
    .executeTakeFirst();
  if (!row?.logo || row.logo_type === null || (hash !== undefined && hash !== row.logo_hash))
    throw new Problem("not_found", "There is no such logo.");
  return { type: row.logo_type, bytes: Buffer.from(row.logo, "base64") };
}

/** Throws `letterhead_changed`, and `invalid_input` for a logo that can't be one. */
export async function setLetterhead(input: LetterheadInput, actor: Actor): Promise<Letterhead> {
  const logo =
    typeof input.logo === "string" ? await cleanLogo(Buffer.from(input.logo, "base64")) : input.logo;
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "keep_letterhead");
    await holdValue(trx, "letterhead", "");
    const before =
      (await trx.selectFrom("letterhead").selectAll().where("id", "=", only).executeTakeFirst()) ?? empty;
    const after: LetterheadRow = {
      ...{ ...before, version: before.version + 1, name: input.name, address: input.address },
      ...{ rc_number: input.rcNumber, vat_number: input.vatNumber },
      ...(logo !== undefined && logoColumns(logo)),
    };
    const changed = (Object.keys(parts) as (keyof typeof parts)[]).filter(
      (part) => before[parts[part]] !== after[parts[part]],
    );
    // Also where the answer to the same request was lost.
    if (changed.length === 0) return findLetterhead(trx);
    if (input.after !== String(before.version)) throw changedSince();
    await trx
      .insertInto("letterhead")
      .values(after)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(after))
      .execute();
    coverRecord(trx, "letterhead-1", after);
    const detail = { changed: changed.join(" ") };
    await appendAudit(trx, { ...originOf(actor), action: "letterhead_changed", recordId: null, detail });
    return findLetterhead(trx);
  });
}

function logoColumns(logo: CleanLogo | null): Pick<LetterheadRow, "logo_type" | "logo_hash" | "logo"> {
  if (logo === null) return { logo_type: null, logo_hash: null, logo: null };
  return { logo_type: logo.type, logo_hash: logo.hash, logo: logo.bytes.toString("base64") };
}

function changedSince(): Problem {
  return new Problem(
    "letterhead_changed",
    "Somebody changed it since you opened this form. Nothing was saved. Close the form to see what stands there now.",
  );
}
