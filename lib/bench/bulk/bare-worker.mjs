import { parentPort } from "node:worker_threads";
import { readXlsx } from "hucre/xlsx";

/** Has the parser read a workbook, and gives what it says as it comes. */
parentPort?.on("message", async (file) => {
  parentPort?.postMessage(await readXlsx(file));
});
