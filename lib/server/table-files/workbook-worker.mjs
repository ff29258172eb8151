import { parentPort } from "node:worker_threads";
import { readSheet } from "./workbook-sheet.mjs";

/** Reads workbooks in a thread of its own, whose memory and time are limited. */
parentPort?.on("message", async (question) => {
  parentPort?.postMessage(await readSheet(question));
});
