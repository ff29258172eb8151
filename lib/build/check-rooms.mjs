import { fileURLToPath } from "node:url";
import { roomFaults } from "./room-faults.mjs";

/** `npm run lint`, after the linter: who may import whom. */
const { files, faults } = roomFaults(fileURLToPath(new URL("../..", import.meta.url)));
for (const fault of faults) console.error(fault);
console.log(`${files} files, ${faults.length} faults of imports.`);
process.exit(faults.length === 0 ? 0 : 1);
