import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "#lib/testing/servers/server-process";
import { settlements } from "#lib/transfer/status-words";

/**
 * Whether anybody may be asked for money, and whether a person must look, is decided in lib/transfer/standing alone. Whoever
 * lists two statuses or more elsewhere says here what for.
 */
const known: Record<string, string> = {
  "app/(console)/transfers/[id]/_head/deposit-chip.tsx": "a chip's colour",
  "app/(console)/transfers/[id]/_timeline/next-step.ts": "a sentence of the timeline",
  "app/(console)/transfers/[id]/untold-reasons.ts": "reasons that a card tells already",
  "lib/features/books/month-answers.ts": "how a transfer leaves what is open",
  "lib/features/books/server/months/export-month.ts": "how a transfer leaves what is open",
  "lib/server/attention/due.ts":
    "who waits on a network that can't be read, in SQL; open-transfers.test.ts compares",
  "lib/server/chain/record-deposits.ts": "steps of a deposit",
  "lib/server/ledger/same-payout.ts": "what is no second payout",
  "lib/server/standing/evidence.ts": "words of a conflict",
  "lib/server/tables/books/month-rows.ts": "how a transfer leaves what is open",
  "lib/server/standing/open-parts.ts": "which labels have a sum that arrived",
  "lib/words/deposit/chain-words.ts": "a sentence",
  "lib/words/deposit/deposit-phase.ts": "which card is drawn",
  "lib/words/deposit/payer-state.ts": "which sentence a payer reads, once the standing has closed it",
  "lib/words/deposit/payer-words.ts": "where a payer sees what each source says arrived",
  "lib/words/states-called.ts": "what people call a state",
  "lib/words/trouble/stake.ts": "a word beside an amount",
  "lib/words/trouble/trouble.ts": "a sentence of a card",
  "lib/words/words.ts": "a word of a list",
};

/** One that the service says, beside another one or one of ours; or two labels of a deposit. */
const said = settlements.join("|");
const any = [...settlements, "accepted", "conflicting", "other"].join("|");
const labels = "wrong_token|seen|exact|short|over|gone";
const pairs = [
  [said, any],
  [any, said],
  [labels, labels],
] as const;
const lists = pairs.flatMap(([one, other]) => [
  new RegExp(`["'](?:${one})["'],\\s*["'](?:${other})["']`),
  new RegExp(`=== "(?:${one})"\\s*\\|\\|[^|;]*=== "(?:${other})"`),
  new RegExp(`!== "(?:${one})"\\s*&&[^&;]*!== "(?:${other})"`),
]);

/** What stores, folds, reads and offers statuses; the rest of the product takes their answers. */
const homes = /^lib\/(?:transfer|contract|sandbox|testing|bench|proof|build|server\/(?:reading|database))\//;

it("no list of statuses decides elsewhere what a transfer’s standing decides", () => {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const found = files.filter((file) => {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file) || homes.test(file)) return false;
    const text = readFileSync(join(root, file), "utf8").replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, "");
    return lists.some((list) => list.test(text));
  });
  expect(found.sort()).toEqual(Object.keys(known).sort());
});
