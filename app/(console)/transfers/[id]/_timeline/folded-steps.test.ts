import { expect, it } from "vitest";
import type { TransferEvent } from "#lib/contract/api";
import { foldedSteps } from "./folded-steps";

type Given = TransferEvent["kind"] | Partial<TransferEvent>;

function stepsOf(...given: Given[]): string[] {
  const events = given.map((one, at) => {
    const part: Partial<TransferEvent> =
      typeof one === "string" ? { kind: one } : { kind: "callback", ...one };
    const plain = { text: null, raw: null, person: null, arrived: null, deliveries: 1 };
    return { ...plain, isQuarantined: false, isTruncated: false, ...part, seq: at + 1 } as TransferEvent;
  });
  const nameOf = ({ kind, text }: TransferEvent) => (kind === "callback" ? `${text}` : kind);
  return foldedSteps(events, []).map(({ event, folded }) =>
    folded.length === 0 ? nameOf(event) : `${nameOf(event)} + ${folded.map(nameOf).join(", ")}`,
  );
}
const said = (text: string, more: Partial<TransferEvent> = {}) => ({ text, raw: text, ...more });

it("folds what every transfer goes through under the news before it", () => {
  expect(
    stepsOf(
      ...(["requested", "dispatched", "accepted"] as const),
      said("awaiting_deposit"),
      ...(["deposit_seen", "deposit_confirmed"] as const),
      ...[said("deposit_received"), said("processing"), said("paid")],
    ),
  ).toEqual([
    "requested + dispatched",
    "accepted + awaiting_deposit, deposit_seen",
    "deposit_confirmed + deposit_received, processing",
    "paid",
  ]);
});

it("shows the latest step, whatever people wrote after it", () => {
  expect(stepsOf("requested", "dispatched")).toEqual(["requested", "dispatched"]);
  expect(stepsOf("requested", "accepted", said("processing"), "note", "fund_asked")).toEqual([
    "requested",
    "accepted",
    "processing",
    "note",
    "fund_asked",
  ]);
  // When it was sent is all that is known of an unknown outcome, and stands behind the first entry.
  expect(stepsOf("requested", "dispatched", "outcome_unknown")).toEqual([
    "requested + dispatched",
    "outcome_unknown",
  ]);
});

it("folds nothing that says more than its word", () => {
  const odd = [
    said("processing", { isQuarantined: true }),
    said("processing", { deliveries: 3 }),
    said("deposit_received", { arrived: "60" as TransferEvent["arrived"] }),
    said("on_hold"),
    said("frozen"),
    { text: null, raw: "" },
  ];
  expect(stepsOf("accepted", ...odd, said("paid"))).toHaveLength(odd.length + 2);
  // Another token, and a deposit that was never confirmed.
  const seen = (text: string) => ({ kind: "deposit_seen" as const, text });
  const confirmed = { kind: "deposit_confirmed" as const, text: "100 USDC" };
  expect(stepsOf("accepted", seen("5 USDbC"), seen("100 USDC"), confirmed, said("paid"))).toEqual([
    "accepted",
    "deposit_seen + deposit_seen",
    "deposit_confirmed",
    "paid",
  ]);
  expect(stepsOf("accepted", "deposit_gone", "deposit_disputed", "deposit_confirmed")).toHaveLength(4);
});
