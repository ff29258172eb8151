import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A refusal of the mail server, such as `451`. */
type Refusal = number | undefined;

/** A mail as it arrived: to whom by the envelope, and what a reader sees. */
type HeardMail = { to: string[]; from: string; isSafe: boolean; parsed: ParsedMail; source: string };

/** A real mail server on this machine. */
export type MailServer = {
  port: number;
  heard: HeardMail[];
  /** What it says to the next receivers and the next messages; `hang` never answers. */
  behave: (how: { receiver?: Refusal; message?: Refusal | "hang" }) => void;
  close: () => Promise<void>;
};

/** `options` are those of smtp-server; without a certificate it offers no TLS. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const heard: HeardMail[] = [];
  let how: { receiver?: Refusal; message?: Refusal | "hang" } = {};
  const server = new SMTPServer({
    authOptional: true,
    // A pooled connection is idle, and is not waited for.
    closeTimeout: 50,
    ...(options.key === undefined && { disabledCommands: ["STARTTLS"] }),
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
  return Object.assign(new Error("Refused by the test."), { responseCode: code });
}
