import fc from "fast-check";
import { expect, test } from "vitest";
import { isOfFunding } from "./deposit";
import { heardFrom } from "./funding";
import { type EventKind, type FoldableEvent, fold } from "./transfer-status";

const hash = `0x${"aB".repeat(32)}`;

test.each([
  ["4001", "not_sent"],
  ["4100", "not_sent"],
  ["4200", "not_sent"],
  ["4902", "not_sent"],
  ["-32601", "not_sent"],
  ["-32602", "not_sent"],
  // "Already known": it is in the pool.
  ["-32000", "unsure"],
  ["-32603", "unsure"],
  ["-32002", "unsure"],
  ["-32003", "unsure"],
  ["4900", "unsure"],
  ["4901", "unsure"],
  ["5000", "unsure"],
  ["0", "unsure"],
  ["04001", "unsure"],
  ["-4001", "unsure"],
  ["40010", "unsure"],
  ["", "unsure"],
] as const)("a wallet's error %s leaves it %s", (code, state) => {
  expect(heardFrom({ said: "not_sent", code })).toBe(state);
});

test("we stopped before asking: surely nothing was sent", () => {
  expect(heardFrom({ said: "not_sent" })).toBe("not_sent");
});

test.each([undefined, "", "0x", hash.slice(2), `${hash}00`, hash.replace("a", "g"), ` ${hash}`])(
  "%j is no transaction, so it is not believed",
  (said) => {
    expect(heardFrom({ said: "sent", hash: said })).toBe("unsure");
    expect(heardFrom({ said: "sent", hash })).toBe("sent");
  },
);

test("a deposit is the one asked for by its transaction or its sender, and never an older one", () => {
  const askedAt = "2026-01-01T12:00:00.000Z";
  const funding = { hash, from: "0xaa", askedAt };
  const deposit = { tx: hash.toLowerCase(), from: "0xbb", blockTime: askedAt };
  const other = { ...deposit, tx: "0x01" };
  expect(isOfFunding(deposit, funding)).toBe(true);
  expect(isOfFunding(other, funding)).toBe(false);
  expect(isOfFunding({ ...other, from: "0xaa" }, { ...funding, hash: null })).toBe(true);
  expect(isOfFunding({ ...deposit, blockTime: "2026-01-01T11:57:59.000Z" }, funding)).toBe(false);
});

const kinds: EventKind[] = [
  ...(["requested", "dispatched", "accepted", "rejected", "outcome_unknown", "cancelled"] as const),
  ...(["resolved_exists", "resolved_absent", "contradicted", "address_chosen"] as const),
  ...(["received", "handled", "note", "deposit_seen", "deposit_gone"] as const),
];
const words = ["deposited", "processing", "completed", "failed", "refunded", "expired", "underpaid", "odd"];
const anyEvent: fc.Arbitrary<FoldableEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...kinds) }),
  fc.record({ kind: fc.constant<EventKind>("callback"), word: fc.constantFrom(...words, null) }),
);
const news = ["fund_asked", "fund_unsure", "fund_failed"] as const;
const ofWallets = [...news, "fund_sent", "fund_not_sent", "fund_closed"] as const;

test("a wallet's events change nothing but whether it is handled, and what ended as it should not even that", () => {
  let reopened = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyEvent, fc.array(fc.constantFrom(...ofWallets), { maxLength: 3 })), {
        maxLength: 12,
      }),
      (history) => {
        const all = history.flatMap(([event, after]) => [
          event,
          ...after.map((kind): FoldableEvent => ({ kind, source: "wallet" })),
        ]);
        const [before, after] = [fold(history.map(([event]) => event)), fold(all)];
        expect({ ...after, isHandled: null }).toEqual({ ...before, isHandled: null });
        const last = all.findLastIndex(({ kind }) => kind === "received" || kind === "handled");
        const isNews = all.slice(last + 1).some(({ kind }) => news.some((one) => one === kind));
        expect(after.isHandled).toBe(before.isHandled && !isNews);
        if (after.isHandled !== before.isHandled) reopened += 1;
      },
    ),
    { numRuns: 10_000 },
  );
  expect(reopened).toBeGreaterThan(100);
});
