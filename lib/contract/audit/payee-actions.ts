import * as z from "zod/mini";
import { waysToConfirm } from "#lib/contract/payees";
import { fileHash, lastFour, rowCount } from "./audit-facts";

const ofAccount = z.strictObject({ accountLastFour: lastFour });
const nothing = z.strictObject({});

/** What is done with payees, as {@link auditActions} has them. */
export const payeeActions = {
  payee_saved: { record: "payee" as const, detail: ofAccount },
  /** By rows of a file, each of which has an entry of its own. */
  payees_imported: {
    record: null,
    detail: z.strictObject({ file: fileHash, rows: rowCount, saved: rowCount }),
  },
  payee_renamed: { record: "payee" as const, detail: nothing },
  payee_account_changed: {
    record: "payee" as const,
    detail: z.strictObject({ oldLastFour: lastFour, accountLastFour: lastFour }),
  },
  payee_account_proposed: { record: "payee" as const, detail: ofAccount },
  payee_account_agreed: { record: "payee" as const, detail: ofAccount },
  payee_account_declined: { record: "payee" as const, detail: ofAccount },
  payee_account_withdrawn: { record: "payee" as const, detail: ofAccount },
  payee_account_expired: { record: "payee" as const, detail: ofAccount },
  payee_name_confirmed: { record: "payee" as const, detail: z.strictObject({ how: z.enum(waysToConfirm) }) },
  payee_archived: { record: "payee" as const, detail: nothing },
  payee_brought_back: { record: "payee" as const, detail: nothing },
  payee_account_shown: { record: "payee" as const, detail: ofAccount },
};
