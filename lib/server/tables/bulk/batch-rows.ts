/** What the feature of bulk payouts keeps: lists of payouts, each of their rows, and the files that fund them. */

/** Each change of it is in the audit log, with a line that covers it. */
export type BatchTableRow = {
  id: string;
  idempotency_key: string;
  /** SHA-256 of what was asked for under the key. */
  content_hash: string;
  name: string;
  made_at: string;
  made_by: string;
  /** SHA-256 of the file or the text, and of the cells that were read from it. */
  file_hash: string;
  rows_hash: string;
  /** JSON of `BroughtTable`: where the table stood in the file. */
  brought: string;
  /** JSON of `BatchSaid`: what a person said of all rows. */
  said: string;
  /** Grows with each change. */
  seen: number;
  /** JSON of `Agreed`; null while it can be changed. */
  agreed: string | null;
  agreed_at: string | null;
  agreed_by: string | null;
  /** JSON of `Stop`: why its creation rests until somebody presses; null otherwise. */
  stopped: string | null;
  /** What is told already of what needs a person, of what lasts: names that `nameOfNeed` gives, separated by blanks. */
  told: string;
  discarded_at: string | null;
  discarded_by: string | null;
};

export type BatchRowRow = {
  /** The batch's ID, a point and the number. */
  id: string;
  batch_id: string;
  /** The number of its line in the file. */
  n: number;
  /** The idempotency key of its transfer, for good. */
  key: string;
  /** JSON: the cells of the fields, and all cells of the line, as they came. */
  cells: string;
  line: string;
  /** JSON of `RowSaid`. */
  said: string;
  /** JSON of `AgreedRow`: what its transfer is made of; null where it isn't agreed, or takes no part. */
  agreed: string | null;
  /** By which a row of another batch is known as the same payout; null where it can't be read. A hint. */
  twin_key: string | null;
  /** Until when a caller is creating it, by the database's clock. */
  lease_until: string | null;
  lease_by: string | null;
};

export type FundingFileRow = {
  /** The batch's ID, a point and the number. */
  id: string;
  batch_id: string;
  n: number;
  /** Of the batch, when it was made. */
  name: string;
  kind: "csv" | "safe_csv" | "safe_json";
  asset: string;
  made_at: string;
  made_by: string;
  /** JSON of `FundingRow[]`: what it holds, in its order. */
  rows: string;
  count: number;
  sum: string;
  /** SHA-256 of its bytes. */
  hash: string;
};

export type BulkTables = {
  batches: BatchTableRow;
  batch_rows: BatchRowRow;
  funding_files: FundingFileRow;
};
