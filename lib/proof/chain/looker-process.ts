import { readCursor } from "#lib/server/chain/cursors";
import type { Ground } from "#lib/server/chain/heads";
import { lookQuickly, lookToSettle } from "#lib/server/chain/looks";
import { readHot, readWatched } from "#lib/server/chain/watched";
import { openReaders } from "#lib/server/chain/watcher";
import { db } from "#lib/server/database/db";

/**
 * A process of its own that looks at a network when its parent says so: it reads where the cursor is, and looks from there
 * however far others have gone meanwhile. No lease keeps it from it.
 */
type Asked = "read" | "quick" | "settle";

let ground: Ground | undefined;

async function act(asked: Asked): Promise<string> {
  const [reader] = openReaders();
  const [node] = reader?.network.nodes ?? [];
  if (reader === undefined || node === undefined) throw new Error("There is no network to look at.");
  const ledger = await db();
  if (asked === "read") {
    const cursor = await readCursor(ledger, reader.network.network);
    ground = { ledger, network: reader.network, node, cursor };
    return "read";
  }
  if (ground === undefined) throw new Error("It was not told to read.");
  if (asked === "quick") await lookQuickly(ground, await readHot(ledger, ground.cursor));
  else await lookToSettle(ground, await readWatched(ledger, ground.cursor));
  return "done";
}

process.on("message", (asked: Asked) => {
  act(asked).then(
    (said) => process.send?.(said),
    (error: Error) => process.send?.(error.name),
  );
});
process.send?.("ready");
