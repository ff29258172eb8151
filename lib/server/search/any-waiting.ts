import { db } from "#lib/server/database/db";

/** Whether any transfer waits for an approval; by the index of states. */
export async function isAnyWaiting(): Promise<boolean> {
  const row = await (await db())
    .selectFrom("transfers")
    .select("id")
    .where("submission", "=", "awaiting_approval")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
