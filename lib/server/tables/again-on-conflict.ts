import "server-only";
import { setTimeout } from "node:timers/promises";
import { isConflict } from "./database-failure";

const maxAttempts = 5;
const retryMs = 20;

/** Runs one statement or one transaction, and again where PostgreSQL undid it because of another one. */
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
