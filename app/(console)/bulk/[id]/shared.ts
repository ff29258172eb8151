import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import type { Token } from "../tokens";

/** What each part of a batch's page is given. */
export type Shared = {
  batch: Batch;
  tokens: readonly Token[];
  can: { create: boolean; export: boolean };
  /** When the page was drawn, in milliseconds since 1970. */
  now: number;
  timeZone: string;
};
