import * as z from "zod/mini";
import { date, fileHash, lastFour, month, rowCount } from "./audit-facts";

const ofAccount = z.strictObject({ accountLastFour: lastFour });

/** What is done with the business's own accounts and their statements, as {@link auditActions} has them. */
export const bookActions = {
  own_account_marked: { record: "payee" as const, detail: ofAccount },
  own_account_unmarked: { record: "payee" as const, detail: ofAccount },
  /** `rows`: the lines that were new. */
  statement_brought: {
    record: "statement" as const,
    detail: z.strictObject({
      ...{ accountLastFour: lastFour, file: fileHash, rows: rowCount },
      ...{ firstDay: date, lastDay: date },
    }),
  },
  /** Its lines are gone; none of them was matched. */
  statement_removed: { record: "statement" as const, detail: z.strictObject({ rows: rowCount }) },
  /** `rows`: the movements that it took; `file`: its hash. */
  month_closed: { record: null, detail: z.strictObject({ month, rows: rowCount, file: fileHash }) },
};
