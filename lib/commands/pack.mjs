import { join } from "node:path";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { ensureInstalled, root } from "../build/ensure-installed.mjs";

/**
 * `npm run pack`: puts all that a server needs into `.next/packed`. On another machine of the same kind, `node
 * lib/front/serve.mjs` serves it.
 */
ensureInstalled();
ensureBuilt();
const { packServer } = await import("../build/pack-server.mjs");
const folder = join(root, ".next/packed");
await packServer(folder);
console.log(`Packed into ${folder}`);
