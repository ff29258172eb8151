import { join } from "node:path";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { ensureInstalled, root } from "../build/ensure-installed.mjs";

/** `npm run pack`: puts all that a server needs into `.next/packed`; `node lib/front/serve.mjs` there serves it. */
ensureInstalled();
ensureBuilt();
const { packServer } = await import("../build/pack-server.mjs");
const folder = join(root, ".next/packed");
await packServer(folder);
console.log(`Packed into ${folder}`);
