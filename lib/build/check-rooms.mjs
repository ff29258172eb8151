import { fileURLToPath } from "node:url";
import { roomFaults } from "./room-faults.mjs";

/** `npm run lint`, after the linter: who may import whom, how full a room is and how long a function. */
const { files, faults } = roomFaults(fileURLToPath(new URL("../..", import.meta.url)));
for (const fault of faults) console.error(fault);
console.log(`${files} files, ${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1);
