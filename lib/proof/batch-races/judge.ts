import type { Arena, Raced } from "./arena";

/** What became of a row: its transfers, the files that hold them, and the wallets that were asked to send to them. */
type Made = {
  account: string;
  amount: string;
  transfers: { id: string; submission: string }[];
  files: number;
  wallets: number;
};

/** What a race has come to. `mayWorkTwice`: a lease ran out on purpose, so a row's quote may have been asked for again. */
export type Expected = { mayWorkTwice: boolean; isFunded: boolean };

/** Looks at a batch that was raced for: in the ledger, and at the service. Gives what must not be. */
export async function judgeRace(
  { ledger, service }: Arena,
  raced: Raced,
  { mayWorkTwice, isFunded }: Expected,
): Promise<string[]> {
  const made = await readMade({ ledger }, raced);
  return made.flatMap(({ account, amount, transfers, files, wallets }) => {
    const initiates = service.initiatesOf(account);
    const quotes = service.quotesOf(amount);
    const states = transfers.map(({ submission }) => submission).join();
    return [
      ...(initiates === 1 ? [] : [`${account} was initiated ${initiates} times`]),
      ...(states === "accepted" ? [] : [`${account} has the transfers "${states}"`]),
      ...(mayWorkTwice || quotes === 1 ? [] : [`${account} was worked on ${quotes} times`]),
      ...(files + wallets === (isFunded ? 1 : 0)
        ? []
        : [`${account} is in ${files} files, and ${wallets} wallets were asked`]),
    ];
  });
}

async function readMade({ ledger }: Pick<Arena, "ledger">, { id, rows }: Raced): Promise<Made[]> {
  const accounts = rows.map(({ account }) => account);
  // By the account, so that one under another key is found too.
  const transfers = await ledger
    .selectFrom("transfers")
    .select(["id", "submission", "account_number", "idempotency_key"])
    .where("account_number", "in", accounts)
    .execute();
  const keys = await ledger.selectFrom("batch_rows").select("key").where("batch_id", "=", id).execute();
  const known = new Set(keys.map(({ key }) => key));
  const files = await ledger.selectFrom("funding_files").select("rows").where("batch_id", "=", id).execute();
  const held = files.flatMap((file) => JSON.parse(file.rows) as { transferId: string }[]);
  const ids = transfers.map((each) => each.id);
  const asked =
    ids.length === 0
      ? []
      : await ledger.selectFrom("fundings").select("transfer_id").where("transfer_id", "in", ids).execute();
  return rows.map(({ account, amount }) => {
    const own = transfers.filter((each) => each.account_number === account);
    const isOwn = (transferId: string) => own.some((each) => each.id === transferId);
    return {
      ...{ account, amount },
      transfers: own.map((each) => ({
        id: each.id,
        submission: known.has(each.idempotency_key) ? each.submission : "of another key",
      })),
      files: held.filter(({ transferId }) => isOwn(transferId)).length,
      wallets: asked.filter((each) => isOwn(each.transfer_id)).length,
    };
  });
}
