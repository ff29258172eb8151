import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { once as onceInProcess } from "#lib/server/config/once";
import { root } from "#lib/testing/servers/server-process";
import { mostJudged, newPasswordFault } from "./new-password";

const known = ["Adaeze Okonkwo", "adaeze@example.com"];

it.runIf(process.platform === "linux")(
  "judges below the priority of its process, whatever that is, also where nobody may raise one",
  async () => {
    const judge = JSON.stringify(new URL("./password-judge.mjs", import.meta.url).href);
    const code = `
      import { readdirSync, readFileSync } from "node:fs";
      import { Worker } from "node:worker_threads";
      const thread = new Worker(new URL(${judge}), { execArgv: [] });
      thread.on("message", () => {
        const niceness = readdirSync("/proc/self/task").map((task) =>
          Number(readFileSync("/proc/self/task/" + task + "/stat", "utf8").split(") ")[1].split(" ")[16]));
        console.log(Math.min(...niceness), Math.max(...niceness));
        process.exit();
      });
      thread.postMessage({ password: "seven small boats", known: [] });`;
    for (const [own, judges] of [
      [0, 5],
      [10, 15],
      [19, 19],
    ] as const) {
      const args = ["-n", `${own}`, process.execPath, "--input-type=module", "-e", code];
      const child = spawn("nice", args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
      let said = "";
      child.stdout.setEncoding("utf8").on("data", (part: string) => {
        said += part;
      });
      await once(child, "close");
      expect(said).toBe(`${own} ${judges}\n`);
    }
  },
);

it("never holds the others up, however hard a password is to judge, and ends its line", async () => {
  const hostile = "|[48si|!716/3{6$/058%0761%e$!esoa+2o!//t";
  await newPasswordFault("seven small boats on a lake", []);
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  const judged = await Promise.allSettled(
    Array.from({ length: mostJudged + 3 }, (_, at) => newPasswordFault(`${hostile}${at}`, known)),
  );
  clearInterval(turning);
  // A thread that judged by itself would have come to one turn for each.
  expect(turns).toBeGreaterThan(5 * judged.length);
  const codes = judged.map((each) => (each.status === "rejected" ? each.reason.code : "judged"));
  expect(codes.filter((code) => code === "judged")).toHaveLength(mostJudged);
  expect(codes.filter((code) => code === "busy")).toHaveLength(3);
});

it("goes on with another thread where one breaks while it rests", async () => {
  expect(await newPasswordFault("seven small boats on a lake", [])).toBeUndefined();
  const judge = onceInProcess<{ thread?: Worker }>("password-judge", () => ({}));
  const { thread } = judge;
  expect(thread?.emit("error", new Error("out of memory"))).toBe(true);
  await thread?.terminate();
  expect(judge.thread).toBeUndefined();
  expect(await newPasswordFault("nine small boats on a lake", [])).toBeUndefined();
});
