import { expect, test } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { Amount } from "#lib/money/money";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import { chips } from "#lib/transfer/standing/chip";
import { reasonWords } from "./attention-words";
import { isLifted } from "./deposit/closed-words";
import { statusLooks } from "./status-looks";
import { describeStanding, taughtSentence, wordOfService } from "./words";

type Standing = Transfer["standing"];

const sources = { service: "750.3" as Amount, network: "1247.999" as Amount };
const described = (part: Partial<Transfer>, standing: Partial<Standing> = {}) =>
  describeStanding({
    ...{ status: "paid", address: "0x1", addressCheck: "valid", unknownWords: [], flags: [] },
    deposit: { label: "exact", confirmations: null },
    ...part,
    standing: {
      chip: "status",
      invitation: "closed",
      closedBy: "ended",
      reason: null,
      sources: null,
      ...standing,
    },
  } as Transfer);

test("a chip ticks only what no person must look at", () => {
  expect(described({})).toEqual({ word: "Paid", group: "done" });
  for (const reason of attentionReasons)
    for (const chip of chips) {
      const { group } = described({}, { reason, chip });
      expect([reason, chip, statusLooks[group].shape]).not.toContain("tick");
    }
});

test("nothing is called the service’s word that it has not said", () => {
  const word = (status: Transfer["status"], part: Partial<Transfer> = {}) =>
    wordOfService({ status, statusSource: "service_callback", unknownWords: [], ...part });
  expect(word("expired")).toBe("Expired");
  expect(word("other", { unknownWords: ["quantum_settled"] })).toBe("quantum_settled");
  // Its answer gave an address, and a person or this dashboard is not the service.
  for (const statusSource of ["service_answer", "person", "dashboard"] as const)
    expect(word("accepted", { statusSource })).toBeUndefined();
});

test("the word that closes a transfer is its chip, though the service said another one as well", () => {
  const waiting = { status: "awaiting_deposit", unknownWords: ["quote_locked"] } as const;
  expect(
    described({ ...waiting, unknownWords: [...waiting.unknownWords] }, { closedBy: "unknown_word" }),
  ).toEqual({
    word: "quote_locked",
    group: "unknown",
  });
  const opened = { closedBy: "unknown_word", invitation: "open", openedBy: "Ada" } as const;
  expect(described({ ...waiting, unknownWords: ["quote_locked"] }, opened).word).toBe("Awaiting deposit");
});

test("a word that an admin taught is told with what it is read as", () => {
  expect(taughtSentence({ word: "quote_locked", meaning: "awaiting_deposit" })).toBe(
    "“quote_locked”, read as awaiting deposit by an admin",
  );
  expect(taughtSentence({ word: "", meaning: "nothing" })).toBe(
    "An update without a body, read as saying nothing by an admin",
  );
});

test("where sources differ, the reason has both figures", () => {
  const transfer = {
    ...{ amount: "1248" as Amount, arrivedAmount: null, fromCurrency: "USDC", status: "processing" as const },
    standing: { sources } as Standing,
  };
  expect(reasonWords("sources_differ", transfer).body).toMatch(
    /^The service says 750\.30 USDC arrived\. The network shows 1,247\.999 USDC\./,
  );
});

test("a notice says “send nothing” no more once a person has opened the transfer again", () => {
  for (const reason of ["creation_doubt", "update_unread", "no_deposit"] as const) {
    expect(isLifted(reason, { openedBy: null })).toBe(false);
    expect(isLifted(reason, { openedBy: "Ada" })).toBe(true);
  }
  // What a person can't lift stays.
  expect(isLifted("chain_wrong_token", { openedBy: "Ada" })).toBe(false);
});
