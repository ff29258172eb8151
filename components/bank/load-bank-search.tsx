import type { PastedRecipient } from "#lib/bank/pasted-recipient";

/** What knows the banks is large, so it loads with the first touch of a form. */

export type ReadRecipient<Row> = PastedRecipient<Row>;
/** What the fields take of it: `null` and an empty text empty them. */
export type FilledRecipient<Row> = Omit<ReadRecipient<Row>, "bank"> & { bank?: Row | null };

export const loadCombobox = () => import("./bank-combobox");
export const loadRemarks = () => import("./account-remarks");
export const loadPasteReader = () => import("./paste-reader");

/** Ahead of their first use; a failure shows when they are used. */
export function preloadBankSearch(): void {
  for (const load of [loadCombobox, loadRemarks, loadPasteReader]) void load().catch(() => undefined);
}
