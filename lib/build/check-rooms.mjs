import { fileURLToPath } from "node:url";
import { sourcesOf } from "./imports.mjs";
import { roomFaults } from "./room-faults.mjs";
import { timeFaults } from "./time-faults.mjs";

/** `npm run lint`, after the linter: who may import whom, how full a room is, how long a function, and no test that asserts a time. */
const root = fileURLToPath(new URL("../..", import.meta.url));
const { files, faults: ofRooms } = roomFaults(root);
const faults = [...ofRooms, ...timeFaults(root, sourcesOf(root))];
for (const fault of faults) console.error(fault);
console.log(`${files} files, ${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1);
