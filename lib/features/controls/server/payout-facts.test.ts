import { afterEach, beforeEach, expect, it } from "vitest";
import { type Controlled, startControlled } from "#lib/testing/controls/controlled";
import { answer, reset } from "#lib/testing/service/faulty-service";

/** What counts in which sum, and when an account is known. 400 USDC pay out some 612,000 naira. */
let house: Controlled;
beforeEach(async () => {
  house = await startControlled();
});
afterEach(() => house.close());

const hour = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const longAgo = "2026-01-01";

const pay = (accountNumber: string, amount: string, who = house.ada) =>
  house.ask({ accountNumber, amount, confirmName: true }, who);

function write(
  id: string,
  values: { created_at?: string; sent_at?: string; asked_day?: string; sent_day?: string },
) {
  house.dashboard.spoil();
  return house.ledger.updateTable("transfers").set(values).where("id", "=", id).execute();
}

it("counts to an account for 24 hours from when each was sent, however long it had waited before", async () => {
  await house.setRules();
  const waited = (await pay("0123456781", "400")).body.id;
  await write(waited, { created_at: ago(30 * hour) });
  expect((await pay("0123456781", "401")).body.status).toBe("awaiting_approval");
  const before = (await pay("0123456782", "400")).body.id;
  await write(before, { sent_at: ago(24 * hour + 60_000) });
  expect((await pay("0123456782", "401")).body.status).toBe("accepted");
});

it("counts in a person’s day what may exist, and nothing that was refused", async () => {
  const { service, setRules, obi } = house;
  await setRules({ personDayNaira: "1000000" });
  service.behave("initiate", answer(422, '{"message":"Account is blocked"}'));
  expect((await pay("0123456781", "400")).body.status).toBe("rejected");
  service.behave("initiate", reset);
  expect((await pay("0123456782", "400", obi)).body.status).toBe("unknown");
  service.recover();
  expect((await pay("0123456783", "401")).body.status).toBe("accepted");
  expect((await pay("0123456784", "401", obi)).body.status).toBe("awaiting_approval");
});

it("counts in the business’s day what was sent on it, whenever it was asked for", async () => {
  const { setRules, ledger } = house;
  await setRules({ businessDayNaira: "1000000" });
  const { id } = (await pay("0123456781", "400")).body;
  const today = await ledger
    .selectFrom("transfers")
    .select("asked_day")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await write(id, { asked_day: longAgo });
  expect((await pay("0123456782", "401")).problem.code).toBe("limit_reached");
  await write(id, { ...today, sent_day: longAgo });
  expect((await pay("0123456782", "401")).body.status).toBe("accepted");
});

it("knows an account by what was accepted there, and not by an outcome that nobody knows", async () => {
  const { service, setRules } = house;
  expect((await pay("0123456781", "10")).body.status).toBe("accepted");
  service.behave("initiate", reset);
  expect((await pay("0123456782", "10")).body.status).toBe("unknown");
  service.recover();
  await setRules({ newAccount: { coolOffHours: 24 } });
  expect((await pay("0123456781", "11")).body.status).toBe("accepted");
  expect((await pay("0123456782", "11")).body.status).toBe("awaiting_approval");
});
