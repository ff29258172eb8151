import { findAsset } from "#lib/asset/assets";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { mostFor } from "#lib/features/bulk/server/checks/amount-of-wish";
import type { AgreedRate } from "#lib/features/bulk/server/checks/stored-batch";
import { type Amount, addAmounts } from "#lib/money/money";
import { env } from "#lib/server/config/env";
import { type ReadRow, stateOfRow } from "./row-view";

const zero = "0" as Amount;
const counted: readonly string[] = ["ready", "asked", "sending", "created", "waiting", "unknown"];

/** Of the rows that take part and can be read, by token and network. */
export function sumsOf(rows: readonly ReadRow[], rates: readonly AgreedRate[]): Batch["sums"] {
  const sums = new Map<string, Batch["sums"][number]>();
  for (const row of rows) {
    if (!counted.includes(stateOfRow(row))) continue;
    const { judged, agreed, transfer } = row;
    const asset = transfer?.asset ?? agreed?.asset ?? judged.read.asset;
    const token = findAsset(env().assets, asset ?? "");
    if (asset === null || token === undefined) continue;
    const sum = sums.get(asset) ?? {
      ...{ asset, symbol: token.fromCurrency, network: token.networkName },
      ...{ amount: zero, rows: 0, nairaRows: 0, naira: zero, most: zero as Amount | null },
    };
    sum.rows += 1;
    const amount = (transfer?.amount ?? agreed?.amount ?? judged.read.amount) as Amount | null;
    const naira = (agreed?.naira ?? judged.read.naira) as Amount | null;
    if (naira !== null) {
      sum.nairaRows += 1;
      sum.naira = addAmounts(sum.naira, naira);
    }
    if (amount !== null) sum.amount = addAmounts(sum.amount, amount);
    else if (naira !== null) {
      const rate = rates.find((each) => each.asset === asset);
      const most = agreed?.most ?? (rate && mostFor(naira, rate, token, env().quoteDriftPercent));
      sum.most = most === undefined || sum.most === null ? null : addAmounts(sum.most, most);
    }
    sums.set(asset, sum);
  }
  return [...sums.values()];
}
