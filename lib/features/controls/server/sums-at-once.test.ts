import { afterEach, beforeEach, expect, it } from "vitest";
import { type Controlled, oneMillion, startControlled } from "#lib/testing/controls/controlled";

/** Sums of what is asked for at once. 300 USDC pay out some 459,000 naira: two are below a million, and three above. */
let house: Controlled;
beforeEach(async () => {
  house = await startControlled();
});
afterEach(() => house.close());

const atOnce = 8;
/** What became of each, in the order of text. */
async function askAtOnce(of: (at: number) => { change: object; who: Controlled["ada"] }): Promise<string[]> {
  const asked = Array.from({ length: atOnce }, (_, at) => of(at));
  const replies = await Promise.all(
    asked.map(({ change, who }) => house.ask({ amount: "300", confirmName: true, ...change }, who)),
  );
  return replies.map(({ body, problem }) => problem.code ?? body.status).sort();
}
const somebody = (at: number) => house.somebody("finance", `Person ${at}`);
const account = (at: number) => ({ accountNumber: `012345670${at}` });
const two = ["accepted", "accepted"];
const sentTimes = () => house.service.callsOf("initiate").length;

it("lets no more pass to one account than its tier, whoever asks, also for those who say that each is another payout", async () => {
  const people = await Promise.all(Array.from({ length: atOnce }, (_, at) => somebody(at)));
  await house.setRules(oneMillion);
  const found = await askAtOnce((at) => ({
    change: { confirmSeparate: true },
    who: people[at] ?? house.ada,
  }));
  expect(found).toEqual([...two, ...Array(atOnce - 2).fill("awaiting_approval")]);
  expect(sentTimes()).toBe(2);
});

it("lets no more pass of one person’s day, whichever the accounts", async () => {
  await house.setRules({ personDayNaira: "1000000" });
  const found = await askAtOnce((at) => ({ change: account(at), who: house.ada }));
  expect(found).toEqual([...two, ...Array(atOnce - 2).fill("awaiting_approval")]);
  expect(sentTimes()).toBe(2);
});

it("lets no more be sent in the business’s day, whoever asks and whichever the accounts", async () => {
  const people = await Promise.all(Array.from({ length: atOnce }, (_, at) => somebody(at)));
  await house.setRules({ businessDayNaira: "1000000" });
  const found = await askAtOnce((at) => ({ change: account(at), who: people[at] ?? house.ada }));
  expect(found).toEqual([...two, ...Array(atOnce - 2).fill("limit_reached")]);
  expect(sentTimes()).toBe(2);
});
