import { createHash, randomUUID } from "node:crypto";
import { defaultAssets } from "#lib/asset/asset-tables";
import { type PayoutField, payoutFieldIds } from "#lib/features/bulk/batches/payout-fields";
import { fundingFile } from "#lib/features/bulk/funding/funding-file";
import { mostBytes } from "#lib/features/bulk/limits";
import type { Db } from "#lib/server/tables/schema";

const at = "2026-01-01T00:00:00.000Z";

/** A batch of the given ID with as much text on one page as a file may have in all, and a funding file as long as there can be. */
export async function fillBatch(ledger: Db, id: string, personId: string): Promise<void> {
  const ofPage = 50;
  const characters = Math.floor(mostBytes / ofPage / payoutFieldIds.length / 3);
  const cells = Object.fromEntries(
    payoutFieldIds.map((field): [PayoutField, { text: string }] => [
      field,
      { text: "字".repeat(characters) },
    ]),
  );
  await ledger
    .insertInto("batches")
    .values({
      ...{
        id,
        idempotency_key: randomUUID(),
        content_hash: "f".repeat(64),
        name: "字".repeat(80),
        made_at: at,
      },
      ...{ made_by: personId, file_hash: "f".repeat(64), rows_hash: "f".repeat(64), seen: 999_999 },
      brought: JSON.stringify({
        ...{ kind: "text", headerLine: 31, emptyRows: 999, header: [], unused: [], unsaid: "字".repeat(200) },
        above: Array.from({ length: 30 }, (_, n) => ({ n, cells: ["字".repeat(50)] })),
      }),
      said: JSON.stringify({
        ...{ asset: null, amountIs: null, decimalMark: null, banks: [], hasZerosBack: false },
        isNotTheSame: false,
      }),
      ...{
        agreed: null,
        agreed_at: null,
        agreed_by: null,
        stopped: null,
        told: "",
        discarded_at: null,
        discarded_by: null,
      },
    })
    .execute();
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    ...{ id: `${id}.${n}`, batch_id: id, n, key: randomUUID(), line: "[]" },
    cells: JSON.stringify(n < ofPage ? cells : emptyCells),
    said: JSON.stringify({ edits: {}, bank: null, ticks: [], isLeftOut: false }),
    ...{ agreed: null, twin_key: null, lease_until: null, lease_by: null },
  }));
  for (let from = 0; from < rows.length; from += 100)
    await ledger
      .insertInto("batch_rows")
      .values(rows.slice(from, from + 100))
      .execute();
  const [asset] = defaultAssets;
  if (asset === undefined) throw new RangeError("There is a token.");
  const funded = Array.from({ length: 200 }, (_, at) => ({
    ...{
      address: `0x${(0xabcdef0000 + at).toString(16).padStart(40, "1")}`,
      amount: "9999999999999.999999",
      transferId: randomUUID(),
    },
  }));
  const terms = {
    kind: "safe_json" as const,
    asset,
    rows: funded,
    name: "字".repeat(80),
    n: 1,
    isSandbox: false,
  };
  const { sum, body } = fundingFile({ ...terms, madeAtMs: Date.parse(at) });
  const hash = createHash("sha256").update(body).digest("hex");
  await ledger
    .insertInto("funding_files")
    .values({
      ...{
        id: `${id}.1`,
        batch_id: id,
        n: 1,
        name: terms.name,
        kind: "safe_json",
        asset: asset.asset,
        made_at: at,
      },
      ...{ made_by: personId, rows: JSON.stringify(funded), count: funded.length, sum, hash },
    })
    .execute();
}

const emptyCells = Object.fromEntries(payoutFieldIds.map((field) => [field, { text: "" }]));
