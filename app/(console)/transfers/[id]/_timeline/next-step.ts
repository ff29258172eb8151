import { shortBankName } from "#lib/bank/short-bank-name";
import type { TransferWithEvents } from "#lib/contract/api";
import { showInvisible } from "#lib/text/visible-text";
import { depositPhase } from "#lib/words/deposit/deposit-phase";
import { updateWords } from "#lib/words/words";

/** What comes next without anybody's doing; `undefined` where that is not known, or a person is needed. */
export function nextStep(transfer: TransferWithEvents): string | undefined {
  const { status, attention, deposit, updatesGoTo } = transfer;
  if (attention.length > 0) return undefined;
  const pays = `the service pays the account at ${shortBankName(showInvisible(transfer.bankName))}`;
  const told = updatesGoTo === "dashboard" ? "This page shows it automatically." : updateWords[updatesGoTo];
  if (status === "deposit_received" || status === "processing") return `${pays}. ${told}`;
  if (depositPhase(transfer) === "open") return `when the deposit arrives, ${pays}. ${told}`;
  if (status !== "awaiting_deposit" && status !== "accepted") return undefined;
  if (deposit.label === "seen" && deposit.confirmations !== null) {
    const left = deposit.confirmations.needs - deposit.confirmations.has;
    const more = left === 1 ? "1 more confirmation" : `${left} more confirmations`;
    return `${left > 0 ? `${more}. Then ` : ""}the service reports whether it took the deposit.`;
  }
  return undefined;
}
