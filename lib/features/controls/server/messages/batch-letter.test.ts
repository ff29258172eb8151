import { expect, it, onTestFinished } from "vitest";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { readHeadlines } from "#lib/features/telling/server/mail/headlines";
import { sendDue } from "#lib/features/telling/server/mail/mail-worker";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";
import { startControlled } from "#lib/testing/controls/controlled";
import { startMailServer } from "#lib/testing/telling/mail-server";

it("tells approvers of a batch as one, with its sums and no account", async () => {
  const server = await startMailServer();
  const house = await startControlled({
    ...{ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: "pay@example.com" },
    APP_URL: "http://localhost:3000",
  });
  onTestFinished(async () => {
    await house.close();
    await server.close();
  });
  await house.setRules();
  const text = payoutTable([
    ["Ada Eze", 1, "500"],
    ["Obi Oko", 2, "400.5"],
  ]);
  const send = (path: string, body: object) =>
    house.send<Batch>(house.ada, "POST", `/api/batches${path}`, body);
  const { id, seen, rates } = (await send("", { name: "November 0987654321", asset: "base:usdc", text }))
    .body;
  const shown = rates.map(({ asset, rate }) => ({ asset, rate }));
  const asked = await send(`/${id}/agree`, { seen: `${seen}`, rates: shown });
  expect(asked.body.state, asked.problem.detail).toBe("awaiting_approval");
  while ((await sendDue(house.ledger, readHeadlines)).length > 0);
  const heard = server.heard.map(({ to }) => `${to}`).sort();
  const { ada, chidi, ngozi, obi } = house;
  expect(heard).toEqual([ada, chidi, ngozi, obi].map(({ email }) => email).sort());
  for (const { parsed, to } of server.heard) {
    if (`${to}` === ada.email)
      expect(parsed.subject).toContain("A batch of payouts: you asked for an approval");
    else expect(parsed.subject).toContain("A batch of payouts waits for your approval");
    expect(parsed.text).toMatch(/November …4321: 2 payouts, 900\.50 USDC, [\d,]+\.\d\d NGN/);
    expect(parsed.text).toContain("http://localhost:3000/approvals/");
    expect(parsed.text).not.toContain(gtbankNumber(1).slice(0, 6));
  }
});
