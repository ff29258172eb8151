import { sql } from "kysely";
import type { Transfer } from "#lib/contract/api";
import type { FundingInput, FundingTerms } from "#lib/contract/funding/fundings";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { whileOpen } from "#lib/server/hold/transfer-hold";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { toTransfer } from "#lib/server/ledger/transfer-record";
import { findRow, findUpToDate } from "#lib/server/ledger/transfer-row";
import { readHouseOf } from "#lib/server/standing/house";
import { readFacts } from "#lib/server/standing/transfer-facts";
import type { FundingRow } from "#lib/server/tables/funding-rows";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { formatTime } from "#lib/text/format-time";
import { requireConfirmed } from "./after-loss";
import { termsOf, toTerms } from "./funding-terms";
import { requireSeenFile } from "./in-files";
import { readOpenLink } from "./pay-links";
import { appendFundEvent, markLive } from "./write-funding";

/** Invariant: the committed row of a funding is the only licence to ask a wallet. It is given once, and never again. */

/** Each writes two events or more. */
const mostFundings = 100;
const nothing = "Your wallet was not asked.";

type Asked = { terms: FundingTerms; isNew: boolean };

/**
 * Takes the licence under a key (a UUID). A repeat returns the same terms, and no licence. Throws `funding_open`,
 * `deposit_seen`, `not_open`, `funding_unconfirmed`, `pay_link_open`, `already_funded` and `transfers_held`.
 */
export async function askFunding(id: string, key: string, input: FundingInput, actor: Actor): Promise<Asked> {
  const ledger = await db();
  // What the service has reported comes first.
  const { id: ownId } = await findUpToDate(ledger, id);
  return whileOpen(ledger, async (trx) => {
    await judgeAgain(trx, actor, "fund");
    await holdTransfers(trx, [ownId]);
    const known = await trx.selectFrom("fundings").selectAll().where("id", "=", key).executeTakeFirst();
    if (known !== undefined) return { terms: repeated(known, ownId, actor), isNew: false };
    const transfer = await findRow(trx, ownId);
    const isAfterRestore = (await readHouseOf(trx, [transfer]))(transfer).mayLackFunding;
    const row = await takeLicence(trx, transfer, newRow(key, transfer, input, actor));
    const isBesidePayLink = await requireSeenLink(trx, ownId, input);
    await requireSeenFile(trx, ownId, input, nothing);
    const { wallet, from_address: from } = row;
    await appendFundEvent(
      trx,
      row,
      { source: "wallet", kind: "fund_asked", person_name: actor.person.email, text: wallet },
      { ...toTerms(row), id: undefined, from },
    );
    const { amount, asset } = transfer;
    await appendAudit(trx, {
      ...originOf(actor),
      action: "funding_asked",
      recordId: ownId,
      detail: {
        ...{ amount, asset, ...(isAfterRestore && { isAfterRestore }) },
        ...(isBesidePayLink && { isBesidePayLink }),
      },
    });
    return { terms: toTerms(row), isNew: true };
  });
}

function newRow(key: string, transfer: TransferRow, input: FundingInput, { person }: Actor): FundingRow {
  const terms = termsOf(transfer);
  if (terms === undefined)
    throw new Problem("not_open", `A browser wallet can’t send to this transfer. ${nothing}`);
  const now = new Date().toISOString();
  return {
    id: key,
    transfer_id: transfer.id,
    state: "asked",
    person_id: person.id,
    wallet: input.wallet,
    from_address: input.from,
    chain_id: `${terms.chainId}`,
    contract: terms.contract,
    to_address: terms.to,
    units: terms.units,
    hash: null,
    asked_at: now,
    changed_at: now,
  };
}

/** For a locked transfer, whose standing is judged here; the unique index of those that live spares a second licence. */
async function takeLicence(trx: Trx, transfer: TransferRow, row: FundingRow): Promise<FundingRow> {
  const house = (await readHouseOf(trx, [transfer]))(transfer);
  const shown = toTransfer(transfer, (await readFacts(trx, [transfer]))(transfer.id), house);
  requireConfirmed(shown, nothing);
  if (shown.standing.invitation !== "open") throw refusal(shown);
  const names = Object.keys(row).filter((name) => name !== "transfer_id") as (keyof FundingRow)[];
  const { rows } = await sql<{ id: string }>`
    insert into fundings (transfer_id, ${sql.join(names.map((name) => sql.ref(name)))})
    select id, ${sql.join(names.map((name) => row[name]))} from transfers
    where id = ${row.transfer_id} and submission = 'accepted'
      and address = ${row.to_address} and address_check = 'valid' and is_contradicted = 0
      and (select count(*) from fundings where fundings.transfer_id = transfers.id) < ${sql.lit(mostFundings)}
    on conflict do nothing
    returning id`.execute(trx);
  if (rows.length !== 1) throw refusal(shown);
  await markLive(trx, transfer.id, true);
  return row;
}

function refusal({ funding, deposit }: Pick<Transfer, "funding" | "deposit">): Problem {
  if (deposit.amount !== null)
    return new Problem("deposit_seen", `A deposit was seen at this transfer’s address. ${nothing}`);
  if (funding !== null)
    return new Problem(
      "funding_open",
      `${funding.person}’s wallet was asked to send, and may have sent already. Don’t send. ${nothing}`,
      { extra: { person: funding.person, since: funding.askedAt } },
    );
  return new Problem("not_open", `You can’t send to this transfer from a wallet now. ${nothing}`);
}

/** Whoever has the link may be sending: a person confirms that very link. Returns whether there is one. */
async function requireSeenLink(trx: Trx, id: string, { confirmsPayLink }: FundingInput): Promise<boolean> {
  const link = await readOpenLink(trx, id);
  if (link === undefined) return false;
  if (confirmsPayLink === link.expires_at) return true;
  const until = formatTime(link.expires_at, env().timeZone, { hasSeconds: false });
  throw new Problem(
    "pay_link_open",
    `A payer’s link is open until ${until}: somebody else may send too. End the link, or ask the payer first. ${nothing}`,
    { extra: { until: link.expires_at, confirm: { confirmsPayLink: link.expires_at } } },
  );
}

/** The same question of the same person is a repeat. */
function repeated(known: FundingRow, transferId: string, { person }: Actor): FundingTerms {
  if (known.transfer_id === transferId && known.person_id === person.id) return toTerms(known);
  throw new Problem(
    "idempotency_key_reused",
    "It was used for another request. The wallet was not asked now.",
  );
}
