import { join } from "node:path";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { ensureInstalled, root } from "../build/ensure-installed.mjs";

/**
 * `npm run pack`: builds what is stale and puts all that a server needs, and nothing else, into `.next/packed`. Copied
 * elsewhere, to a machine of the same kind, `node lib/front/serve.mjs` serves it there.
 */
ensureInstalled();
ensureBuilt();
const { packServer } = await import("../build/pack-server.mjs");
const folder = join(root, ".next/packed");
await packServer(folder);
console.log(`Packed into ${folder}`);
