import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A refusal of the mail server, such as `451`, or with its words: `550 5.1.1 No such user`. */
type Refusal = number | string | undefined;

/** A mail as it arrived: to whom by the envelope, and what a reader sees. */
type HeardMail = {
  to: string[];
  from: string;
  /** How the sender greeted. */
  greeting: string;
  isSafe: boolean;
  parsed: ParsedMail;
  source: string;
};

type Behaviour = { sender?: Refusal; receiver?: Refusal; message?: Refusal };

/** A real mail server on this machine. */
export type MailServer = {
  port: number;
  heard: HeardMail[];
  /** What it says to the next senders, receivers and messages; a message can `hang` for ever. */
  behave: (how: Behaviour) => void;
  close: () => Promise<void>;
};

/** `options` are those of smtp-server; without a certificate it offers no TLS. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const heard: HeardMail[] = [];
  let how: Behaviour = {};
  const server = new SMTPServer({
    authOptional: true,
    // A pooled connection is idle, and is not waited for.
    closeTimeout: 50,
    ...(options.key === undefined && { disabledCommands: ["STARTTLS"] }),
    onMailFrom: (_address, _session, answer) => answer(refusal(how.sender)),
    onRcptTo: (_address, _session, answer) => answer(refusal(how.receiver)),
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        if (how.message === "hang") return;
        const refused = refusal(how.message);
        if (refused !== null) return answer(refused);
        const source = Buffer.concat(chunks).toString();
        const { mailFrom, rcptTo } = session.envelope;
        heard.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom === false ? "" : mailFrom.address,
          greeting: session.hostNameAppearsAs,
          isSafe: session.secure,
          parsed: await simpleParser(source),
          source,
        });
        answer();
      });
    },
    ...options,
  });
  // A client that refuses the certificate is a fault to the server.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    heard,
    behave: (next) => {
      how = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(code: Refusal): Error | null {
  if (code === undefined) return null;
  const [number = "", words = "Refused by the test."] = `${code}`.split(/ (.*)/);
  return Object.assign(new Error(words), { responseCode: Number(number) });
}
