import { setTimeout } from "node:timers/promises";
import { isConflict } from "./database-failure";

const maxAttempts = 5;
const retryMs = 20;

/** Runs a statement or a transaction, and again after a conflict on PostgreSQL. */
export async function againOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
      await setTimeout(Math.random() * retryMs * attempt);
    }
  }
}
