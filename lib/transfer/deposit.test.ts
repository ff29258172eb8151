import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toUnits } from "#lib/money/units";
import { type ChainDeposit, foldDeposit } from "./deposit";
import { type EventKind, type FoldableEvent, fold } from "./transfer-status";

const createdAt = "2026-01-01T00:00:00.000Z";
const deposit = (units: bigint, changes: Partial<ChainDeposit> = {}): ChainDeposit => ({
  isOwnToken: true,
  units: `${units}`,
  state: "confirmed",
  blockTime: createdAt,
  ...{ from: "0xaa", to: "0xbb" },
  ...changes,
});

describe("what the chain says in a transfer's history", () => {
  const kinds: EventKind[] = [
    ...(["requested", "dispatched", "accepted", "rejected", "outcome_unknown", "cancelled"] as const),
    ...(["resolved_exists", "resolved_absent", "contradicted", "address_chosen"] as const),
    ...(["received", "handled", "note"] as const),
  ];
  const words = ["deposited", "processing", "completed", "failed", "refunded", "expired", "underpaid", "odd"];
  const anyEvent: fc.Arbitrary<FoldableEvent> = fc.oneof(
    fc.record({ kind: fc.constantFrom(...kinds) }),
    fc.record({
      kind: fc.constant<EventKind>("callback"),
      word: fc.constantFrom(...words, null),
      isQuarantined: fc.boolean(),
    }),
  );
  const onChain = [
    ...(["deposit_seen", "deposit_gone", "deposit_moved", "deposit_confirmed"] as const),
    ...(["deposit_disputed", "deposit_unread"] as const),
  ];
  const isNews = ({ kind }: FoldableEvent) =>
    ["deposit_seen", "deposit_gone", "deposit_disputed", "deposit_unread"].includes(kind);
  const mixed = fc.array(fc.tuple(anyEvent, fc.array(fc.constantFrom(...onChain), { maxLength: 3 })), {
    maxLength: 12,
  });

  test("changes nothing but whether it is handled and the mark of a dispute, and only what is seen, gone or disputed reopens it", () => {
    let reopened = 0;
    fc.assert(
      fc.property(mixed, (history) => {
        const without = history.map(([event]) => event);
        const all = history.flatMap(([event, after]) => [
          event,
          ...after.map((kind): FoldableEvent => ({ kind, source: "chain" })),
        ]);
        const [before, after] = [fold(without), fold(all)];
        const isDisputed = all.some(({ kind }) => kind === "deposit_disputed");
        const flags = [...before.flags, ...(isDisputed ? ["nodes_disagree"] : [])].sort();
        expect({ ...after, isHandled: null }).toEqual({ ...before, flags, isHandled: null });
        const last = all.findLastIndex(({ kind }) => kind === "received" || kind === "handled");
        const news = all.slice(last + 1).some(isNews);
        expect(after.isHandled).toBe(before.isHandled && !news);
        if (after.isHandled !== before.isHandled) reopened += 1;
      }),
      { numRuns: 10_000 },
    );
    expect(reopened).toBeGreaterThan(100);
  });
});

describe("what stands at an address", () => {
  const anyDeposit = fc.record({
    isOwnToken: fc.boolean(),
    units: fc.bigInt({ min: 1n, max: 10n ** 24n }).map(String),
    state: fc.constantFrom("seen", "confirmed", "gone"),
    blockTime: fc.constantFrom(createdAt, "2025-12-31T23:58:00.000Z", "2026-01-02T00:00:00.000Z"),
    from: fc.constantFrom("0xaa", "0xbb"),
    to: fc.constant("0xbb"),
  }) satisfies fc.Arbitrary<ChainDeposit>;

  test("is the same in any order, and without what is gone from it", () => {
    fc.assert(
      fc.property(
        fc
          .array(anyDeposit, { maxLength: 8 })
          .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        ([all, shuffled], units) => {
          const asked = { units, createdAt };
          const said = foldDeposit(all, asked);
          expect(foldDeposit(shuffled, asked)).toEqual(said);
          const standing = foldDeposit(
            all.filter(({ state }) => state !== "gone"),
            asked,
          );
          const label = said.label === "gone" ? "none" : said.label;
          expect({ ...said, label }).toEqual(standing);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test.each([6, 18])("is exact to one unit of %i decimals", (decimals) => {
    const units = toUnits("1250.5", decimals);
    const labelOf = (...parts: bigint[]) =>
      foldDeposit(
        parts.map((part) => deposit(part)),
        { units, createdAt },
      ).label;
    expect([labelOf(units - 1n), labelOf(units), labelOf(units + 1n)]).toEqual(["short", "exact", "over"]);
    expect([labelOf(units - 1n, 1n), labelOf(units - 1n, 2n)]).toEqual(["exact", "over"]);
  });

  test("counts nothing that the address sent to itself, in whatever token and state", () => {
    const own = { from: "0xbb", to: "0xbb" };
    for (const changes of [{}, { state: "seen" }, { state: "gone" }, { isOwnToken: false }] as const) {
      const said = foldDeposit([deposit(100n, { ...changes, ...own })], { units: 100n, createdAt });
      expect([changes, said]).toEqual([
        changes,
        { label: "none", units: 0n, parts: 0, hasWrongToken: false },
      ]);
    }
    const both = [deposit(60n), deposit(40n, own)];
    expect(foldDeposit(both, { units: 100n, createdAt })).toMatchObject({ label: "short", units: 60n });
    // A balance that grew, in a transaction that its owner signed.
    const onSolana = deposit(100n, { from: "Owner", to: "Owner" });
    expect(foldDeposit([onSolana], { units: 100n, createdAt }).label).toBe("exact");
  });

  test("counts neither another token, nor what came before the transfer, nor what is gone", () => {
    const labelOf = (...all: ChainDeposit[]) => foldDeposit(all, { units: 100n, createdAt }).label;
    const early = "2025-12-31T23:57:59.000Z";
    expect(labelOf(deposit(100n), deposit(5n, { isOwnToken: false }))).toBe("exact");
    expect(labelOf(deposit(100n), deposit(5n, { blockTime: early }))).toBe("exact");
    expect(labelOf(deposit(100n), deposit(5n, { state: "gone" }))).toBe("exact");
    expect(labelOf(deposit(100n), deposit(5n, { state: "seen" }))).toBe("seen");
    expect(labelOf(deposit(100n, { isOwnToken: false }))).toBe("wrong_token");
    expect(labelOf(deposit(100n, { state: "gone" }))).toBe("gone");
    expect(labelOf(deposit(100n, { isOwnToken: false, state: "gone" }))).toBe("none");
    expect(labelOf(deposit(100n, { blockTime: early }))).toBe("none");
  });
});
