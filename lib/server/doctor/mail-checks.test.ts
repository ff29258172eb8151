import { afterEach, beforeEach, expect, it } from "vitest";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { type MailServer, startMailServer } from "#lib/testing/telling/mail-server";
import { checkMail } from "./mail-checks";

let server: MailServer;
let dashboard: TestDashboard | undefined;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(async () => {
  await dashboard?.close();
  dashboard = undefined;
  await server.close();
});

async function diagnose(variables: Record<string, string>, address?: string) {
  await dashboard?.close();
  dashboard = undefined;
  dashboard = await startDashboard(variables);
  const found: string[] = [];
  for await (const { level, text } of checkMail(address)()) found.push(`${level}: ${text}`);
  return found;
}
const mail = (url: string) => ({
  SMTP_URL: url,
  MAIL_FROM: "pay@example.com",
  APP_URL: "https://pay.example",
});

it("says nothing where no mail is set up, unless a test was asked for", async () => {
  expect(await diagnose({})).toEqual([]);
  expect(await diagnose({}, "ada@example.com")).toEqual([expect.stringMatching(/^bad: No e-mail was sent/)]);
});

it("looks at the server without sending, and sends one test to one address when asked", async () => {
  const here = mail(`smtp://127.0.0.1:${server.port}`);
  expect(await diagnose(here)).toEqual([
    expect.stringMatching(/^ok: .* accepts mail from this dashboard, without TLS/),
  ]);
  expect(server.heard).toEqual([]);
  expect((await diagnose({ ...here, APP_URL: "" }))[1]).toMatch(/^warn: APP_URL is not set/);
  expect((await diagnose(here, "ada@example.com, eve@example.com"))[1]).toMatch(/^bad: No test was sent/);
  expect((await diagnose(here, "ada@example.com"))[1]).toMatch(/^ok: .* accepted a test for ada@example.com/);
  expect(server.heard.map(({ to }) => to)).toEqual([["ada@example.com"]]);
});

it("names what is wrong: nobody there, no TLS, a refused address", async () => {
  const here = mail(`smtp://127.0.0.1:${server.port}`);
  server.behave({ receiver: 550 });
  expect((await diagnose(here, "ada@example.com"))[1]).toMatch(/^bad: .* doesn’t take this address. \(550\)/);
  expect((await diagnose(mail(`smtps://127.0.0.1:${server.port}`)))[0]).toMatch(
    /^bad: The connection .* not safe/,
  );
  await server.close();
  expect((await diagnose(here))[0]).toMatch(
    /^bad: The mail server can’t be reached\. \(127\.0\.0\.1:\d+: ECONNREFUSED\) 127\.0\.0\.1 refused the connection\./,
  );
});
