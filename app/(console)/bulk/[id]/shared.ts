import type { Batch, BatchRow } from "#lib/features/bulk/batches/batch-answers";
import type { Token } from "../tokens";
import type { BatchActs } from "./use-batch";

/** What each part of a batch's page is given. */
export type Shared = {
  batch: Batch;
  tokens: readonly Token[];
  can: { create: boolean; export: boolean };
  /** When the page was drawn, in milliseconds since 1970. */
  now: number;
  timeZone: string;
};

/** Of a batch that is checked. `canChange`: this person may, and nothing is agreed. */
export type CheckProps = Shared & { acts: BatchActs; canChange: boolean };
export type RowProps = CheckProps & { row: BatchRow };

/** Whether something is asked about all rows that nobody has answered. */
export function isWholeAsked({ questions, said }: Batch): boolean {
  return (
    (questions.asset && said.asset === null) ||
    (questions.amountIs && said.amountIs === null) ||
    (questions.decimalMark !== null && said.decimalMark === null)
  );
}

/** Of a batch that was agreed on. `onReload`: asks for what stands now. */
export type ProgressProps = Shared & { acts: BatchActs; onReload: () => Promise<void> };
