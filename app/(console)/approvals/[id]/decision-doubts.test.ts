import { expect, it } from "vitest";
import { doubtsOf } from "./decision-doubts";

type Asked = Parameters<typeof doubtsOf>[0];

it("an approver is asked about a second payout and about a used reference, each with a tick of its own", () => {
  const ticked: [string, boolean][] = [];
  const asked = {
    ticks: {
      confirmSeparate: { detail: "The same was created at 14:03.", isTicked: false },
      confirmReference: { detail: "INV 7 was used before.", isTicked: true },
    },
    tick: (name: string, isTicked: boolean) => ticked.push([name, isTicked]),
    odd: { quote: undefined, isConfirmed: false, confirm: () => undefined },
  } as unknown as Asked;
  const doubts = doubtsOf(asked, undefined, "Africa/Lagos");
  expect(doubts.map(({ title, text, isTicked }) => [title, text, isTicked])).toEqual([
    ["This may have been created already", "The same was created at 14:03.", false],
    ["This reference was used before", "INV 7 was used before.", true],
  ]);
  for (const { tick } of doubts) tick(true);
  expect(ticked).toEqual([
    ["confirmSeparate", true],
    ["confirmReference", true],
  ]);
});
