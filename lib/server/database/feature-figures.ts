import { hook } from "#lib/server/config/hook";
import type { Db } from "#lib/server/tables/schema";

/** A figure of `/metrics` that a feature reads from the database; several of one name differ by their label's value. */
export type FeatureFigure = {
  name: string;
  help: string;
  value: number;
  label?: [name: string, value: string];
};

export const featureFigures = hook<(ledger: Db) => Promise<readonly FeatureFigure[]>>("figures");
