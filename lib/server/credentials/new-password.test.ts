import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { ConfigurationError } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { prepareFirstAdmin } from "#lib/server/people/first-admin";
import { startDashboard } from "#lib/testing/servers/dashboard";
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

// From the lists of leaked passwords, those of 15 characters and more that come first, and ways to lengthen a short one.
it.each([
  "iloveyouforever",
  "ilovejesuschrist",
  "ilovemyboyfriend",
  "jesusismysavior",
  "thisismypassword",
  "idontknowmypassword",
  "manchesterunited",
  "liverpoolfootball",
  "princessprincess",
  "1qaz2wsx3edc4rfv",
  "q1w2e3r4t5y6u7i8o9p0",
  "mynameisjonathan",
  "christopher12345",
  "nigeria123456789",
  "lagosnigeria2020",
  "harrypotter12345",
  "spongebobsquarepants",
  "welcometothejungle",
  "whatthefuckisthis",
  "P@ssw0rdP@ssw0rd",
  "football12345678",
  "January/2026/January",
  "a1b2c3d4e5f6g7h8",
  "letmeinletmein123",
])("refuses what is guessed early: %s", async (password) => {
  expect(await newPasswordFault(password, known)).toBeDefined();
});

it.each([
  "seven small boats on a lake",
  "onlylowercaseletterswithout",
  "ọjọ́ mẹ́ta ni mo dúró níbẹ̀",
  "九つの緑色のランプが窓辺に並んでいる",
  "kX9#vQ2!mZ7&pL4",
  "a sentence of sixty-four characters and more is no less welcome here, at all",
])("takes what outlasts the guesses: %s", async (password) => {
  expect(await newPasswordFault(password, known)).toBeUndefined();
});

it("says of the rules that the form knows what the form says", async () => {
  expect(await newPasswordFault("short", known)).toMatch(/at least 15/);
});

it("stops a start whose OWNER_PASSWORD is guessed early, and does not repeat it", async () => {
  const password = "welcometothejungle";
  const dashboard = await startDashboard({ OWNER_EMAIL: "ada@example.com", OWNER_PASSWORD: password });
  const error: unknown = await prepareFirstAdmin().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toContain("OWNER_PASSWORD");
  expect(String(error)).not.toContain(password);
  expect(await (await db()).selectFrom("people").selectAll().execute()).toEqual([]);
  await dashboard.close();
});

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
