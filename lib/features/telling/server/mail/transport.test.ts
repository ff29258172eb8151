import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import tls from "node:tls";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { MailSetting } from "#lib/server/config/mail-setting";
import { newAuthority, newServerCertificate } from "#lib/testing/servers/certificates";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { type MailServer, startMailServer } from "#lib/testing/telling/mail-server";
import { isOneAddress } from "#lib/text/mail-address";
import { failureWords, mailResultWords } from "#lib/words/outbox/mail-faults";
import { sendLetter, tryMailServer } from "./transport";

const letter = {
  subject: "A word",
  paragraphs: [{ text: "One <b>bold</b> word & more." }, { text: "Open it", path: "/transfers/1" }],
};
const to = "ada@example.com";

let server: MailServer;
let dashboard: TestDashboard;
let setting: MailSetting;
async function start(options: Parameters<typeof startMailServer>[0] = {}, traits: Partial<MailSetting> = {}) {
  server = await startMailServer(options);
  setting = {
    host: "127.0.0.1",
    port: server.port,
    tls: "none",
    user: undefined,
    password: undefined,
    from: "pay@example.com",
    greeting: undefined,
    ...traits,
  };
}
beforeEach(async () => {
  dashboard = await startDashboard({ APP_URL: "https://pay.example.com" });
});
afterEach(async () => {
  await dashboard.close();
  await server?.close();
});

function certificate() {
  const authority = newAuthority();
  const { certificate: cert, key } = newServerCertificate(authority, "127.0.0.1");
  return { cert, key, ca: authority.certificate };
}

/** As if the machine knew the authority, for one test. */
function trust(ca: string) {
  const connect = tls.connect as (options: tls.ConnectionOptions, ...rest: []) => tls.TLSSocket;
  vi.spyOn(tls, "connect").mockImplementation(((options: tls.ConnectionOptions, ...rest: []) =>
    connect({ ...options, ca }, ...rest)) as typeof tls.connect);
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}

describe("a mail", () => {
  it("arrives once, as text and HTML of the same words, and says that a machine wrote it", async () => {
    await start();
    expect(await sendLetter(to, "msg_1", letter, setting)).toEqual({ state: "sent" });
    expect(server.heard).toHaveLength(1);
    const [mail] = server.heard;
    expect(mail?.to).toEqual([to]);
    expect(mail?.parsed.subject).toBe("[Sandbox] A word");
    expect(mail?.parsed.messageId).toBe("<msg_1@example.com>");
    expect(mail?.parsed.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail?.parsed.text).toContain("One <b>bold</b> word & more.");
    expect(mail?.parsed.text).toContain("https://pay.example.com/transfers/1");
    const html = String(mail?.parsed.html);
    expect(html).toContain("One &#60;b&#62;bold");
    expect([...html.matchAll(/(href|src)="([^"]*)"/g)].map(([, , url]) => url)).toEqual([
      "https://pay.example.com/transfers/1",
    ]);
    expect(mail?.parsed.attachments).toEqual([]);
  });

  it("goes to nobody where an address is not exactly one", async () => {
    await start();
    for (const address of [
      "ada@example.com, eve@example.com",
      "ada@example.com\r\nBcc: eve@example.com",
      "ada@example.com\neve@example.com",
      "ada@example.com;eve@example.com",
      "ada@example.com>,<eve@example.com",
      '"ada@example.com" eve@example.com',
      "Ada <eve@example.com>",
      "ada@eve@example.com",
      "ada eve@example.com",
      "ada@example.com(eve)",
      "@example.com",
      "ada@",
      "ada@-example.com",
      "ada@example..com",
      "",
    ]) {
      expect(isOneAddress(address), address).toBe(false);
      expect(await sendLetter(address, "msg_1", letter, setting)).toEqual({
        state: "never",
        code: "ADDRESS",
      });
    }
    expect(server.heard).toEqual([]);
  });

  it("is tried again where the server can't take it now, and given up where it never will", async () => {
    await start();
    const results = [];
    for (const how of [{ message: 451 }, { receiver: 450 }, { receiver: 550 }, { message: 554 }, {}]) {
      server.behave(how);
      results.push(await sendLetter(to, "msg_1", letter, setting));
    }
    expect(results).toEqual([
      { state: "later", code: "451" },
      { state: "later", code: "450" },
      { state: "never", code: "550" },
      { state: "later", code: "FROM_554" },
      { state: "sent" },
    ]);
  });

  it("waits where the refusal may be about its sender, and says which variable to check", async () => {
    await start();
    const own: Parameters<MailServer["behave"]>[0][] = [
      { message: "554 5.7.1 Message rejected under suspicion of spam" },
      { message: "554 Transaction failed" },
      { message: "550 5.7.26 This mail has been blocked because the sender is unauthenticated" },
      { message: "552 5.3.4 Message too big" },
      { sender: "553 5.1.8 Sender address rejected: Domain not found" },
      { sender: "550 5.7.60 Client does not have permissions to send as this sender" },
      { receiver: "554 5.7.1 Relay access denied" },
      { receiver: "550 5.7.1 Unable to relay" },
      { receiver: "550 5.1.7 Bad sender's mailbox address syntax" },
      { receiver: "550 SPF check failed" },
      { receiver: "550 Client host blocked using a list" },
      { receiver: "554 Refused" },
      { receiver: "552 5.2.2 Mailbox full" },
      { receiver: "571 Delivery not authorized" },
    ];
    for (const how of own) {
      server.behave(how);
      const result = await sendLetter(to, "msg_1", letter, setting);
      const words = JSON.stringify(how);
      expect(result, words).toMatchObject({ state: "later", code: expect.stringMatching(/^FROM_5\d\d$/) });
      expect("code" in result && failureWords(result.code), words).toMatch(/MAIL_FROM/);
      expect("code" in result && mailResultWords(result.code), words).toMatch(/MAIL_FROM \(5\d\d\)$/);
    }
    for (const how of [
      { receiver: "550 5.1.1 User unknown" },
      { receiver: "550 5.1.10 Recipient not found" },
      { receiver: "550 5.2.1 Mailbox disabled" },
      { receiver: "550 No such user here" },
      { receiver: "553 <client-host@example.com>: mailbox name not allowed" },
      { message: "550 5.1.1 User unknown" },
    ]) {
      server.behave(how);
      const result = await sendLetter(to, "msg_1", letter, setting);
      expect(result, JSON.stringify(how)).toMatchObject({ state: "never" });
      expect("code" in result && failureWords(result.code)).toMatch(/doesn’t take this address/);
    }
  });

  it("is handed over with the greeting that is set", async () => {
    await start({}, { greeting: "pay.example.com" });
    await sendLetter(to, "msg_1", letter, setting);
    expect(server.heard[0]?.greeting).toBe("pay.example.com");
  });

  it("waits where no server answers, and the reason is said in plain words", async () => {
    await start();
    await server.close();
    const result = await sendLetter(to, "msg_1", letter, setting);
    expect(result.state).toBe("later");
    expect("code" in result && failureWords(result.code)).toBe("The mail server can’t be reached.");
  });
});

describe("a mail server that never ends its answer", () => {
  /** Until it is well. Returns its port, the connections that it has, and what makes it well. */
  async function openEndlessDoor() {
    await start();
    const timers: NodeJS.Timeout[] = [];
    const clients: Socket[] = [];
    let isWell = false;
    const door = createServer((client) => {
      clients.push(client);
      client.on("error", () => undefined);
      if (isWell) return void client.pipe(connect(server.port, "127.0.0.1")).pipe(client);
      client.write("220 slow.example.com\r\n");
      timers.push(setInterval(() => client.write("250-one more\r\n"), 20));
    }).listen(0, "127.0.0.1");
    await once(door, "listening");
    onTestFinished(() => {
      for (const timer of timers) clearInterval(timer);
      door.close();
    });
    const at = { ...setting, port: (door.address() as AddressInfo).port };
    return { at, clients, mend: () => (isWell = true) };
  }

  it("is left: the letters that follow go over new connections, each once", async () => {
    const { at, mend } = await openEndlessDoor();
    // One more than there are connections, so one waits in line.
    const ids = ["msg_1", "msg_2", "msg_3"];
    const late = { state: "later", code: "ETIMEDOUT" };
    expect(await Promise.all(ids.map((id) => sendLetter(to, id, letter, at, 500)))).toEqual(
      ids.map(() => late),
    );
    mend();
    const sent = { state: "sent" };
    expect(await Promise.all(ids.map((id) => sendLetter(to, id, letter, at)))).toEqual(ids.map(() => sent));
    expect(server.heard.map(({ parsed }) => parsed.messageId).sort()).toEqual(
      ids.map((id) => `<${id}@example.com>`),
    );
  });

  it("is left by whoever only tries it, whose process could not end else", async () => {
    const { at, clients } = await openEndlessDoor();
    expect(await tryMailServer(at, 500)).toEqual({ code: "ETIMEDOUT", tried: undefined });
    expect(clients).toHaveLength(1);
    await expect.poll(() => clients.every(({ destroyed }) => destroyed)).toBe(true);
  });
});

describe("the connection", () => {
  it("is refused with a certificate that nobody vouches for, from the first byte and after STARTTLS", async () => {
    for (const tls of ["at_once", "upgrade"] as const) {
      const { cert, key } = certificate();
      await start({ cert, key, secure: tls === "at_once" }, { tls });
      const result = await sendLetter(to, "msg_1", letter, setting);
      expect(result).toEqual({ state: "later", code: "ETLS" });
      expect(server.heard).toEqual([]);
      await dashboard.restart();
    }
  });

  it("carries nothing without STARTTLS, not even the password", async () => {
    const passwords: unknown[] = [];
    const onAuth: NonNullable<Parameters<typeof startMailServer>[0]>["onAuth"] = (auth, _session, answer) => {
      passwords.push(auth.password);
      answer(null, { user: "x" });
    };
    await start(
      { onAuth, allowInsecureAuth: true },
      { tls: "upgrade", user: "dashboard", password: "s3cret" },
    );
    expect(await sendLetter(to, "msg_1", letter, setting)).toMatchObject({ state: "later" });
    expect([server.heard, passwords]).toEqual([[], []]);
  });

  it("is upgraded by STARTTLS, then signs in and sends", async () => {
    const { cert, key, ca } = certificate();
    const onAuth: NonNullable<Parameters<typeof startMailServer>[0]>["onAuth"] = (auth, _session, answer) =>
      answer(auth.password === "s3cret" ? null : new Error("No."), { user: auth.username });
    const account = { tls: "upgrade", user: "dashboard", password: "s3cret" } as const;
    trust(ca);
    await start({ cert, key, onAuth, authOptional: false }, account);
    expect(await tryMailServer(setting)).toBeUndefined();
    expect(await sendLetter(to, "msg_1", letter, setting)).toEqual({ state: "sent" });
    expect(server.heard[0]?.isSafe).toBe(true);
    await dashboard.restart();
    const wrong = { ...setting, password: "wrong" };
    // The operator mends that, and the mail still waits.
    expect(await sendLetter(to, "msg_1", letter, wrong)).toEqual({ state: "later", code: "EAUTH" });
  });
});
