import type { TransferWithEvents } from "#lib/contract/api";
import type { Letterhead } from "#lib/contract/letterhead/letterhead";
import type { Letter } from "#lib/server/outbox/letter";
import { formatDate, formatOffset, formatTime } from "#lib/text/format-time";
import { cut, showExactly, showInvisible } from "#lib/text/visible-text";
import {
  type AdviceFact,
  type AdviceLine,
  type AdvisedDeposit,
  adviceFacts,
  adviceFigure,
} from "#lib/words/advice/advice-facts";
import { letterheadLines } from "#lib/words/advice/letterhead-lines";
import { paidReport } from "#lib/words/advice/paid-report";

/** Invariant: the e-mail says what the printed advice says, each on a line of its own, and links to nothing. */

type Said = {
  transfer: TransferWithEvents;
  letterhead: Letterhead;
  /** As the letterhead has it, else as the service does; `undefined` where neither says one. */
  businessName: string | undefined;
  networkName: string;
  /** Those that came as they were asked for. */
  deposits: readonly AdvisedDeposit[];
  timeZone: string;
};

const mostOfSubject = 150;

export function adviceLetter({ transfer, letterhead, businessName, timeZone, ...said }: Said): Letter {
  const { figure, said: paidTo, basis } = adviceFigure(transfer);
  const at = paidReport(transfer)?.at ?? transfer.updatedAt;
  const sender = [businessName, ...letterheadLines(letterhead)].filter((line) => line !== undefined);
  return {
    subject: subjectOf(transfer, letterhead),
    paragraphs: [
      ...(sender.length === 0 ? [] : [{ text: inOneLine(sender.join(", ")) }]),
      { text: `Payment advice, ${formatDate(at, timeZone)}` },
      { text: inOneLine([figure, paidTo].filter((part) => part !== null).join(" ")) },
      { text: basis },
      { list: adviceFacts(transfer, said).flatMap((fact) => linesOf(fact, timeZone)) },
    ],
  };
}

/** Names our own words alone: the letterhead's and the reference's. */
function subjectOf({ reference }: TransferWithEvents, { name }: Letterhead): string {
  const subject = `Payment advice${name === null ? "" : ` from ${name}`}${reference === null ? "" : `, ${reference}`}`;
  return cut(inOneLine(subject), mostOfSubject);
}

function linesOf({ term, lines, more }: AdviceFact, timeZone: string): { text: string }[] {
  return [
    ...lines.map(({ lead = "", note, ...line }) => {
      const rest = note === undefined ? "" : ` (${note})`;
      return { text: inOneLine(`${term}: ${lead}${drawn(line, timeZone)}${rest}`) };
    }),
    ...(more === undefined ? [] : [{ text: more }]),
  ];
}

function drawn({ kind, text }: Pick<AdviceLine, "kind" | "text">, timeZone: string): string {
  if (kind === "moment")
    return `${formatTime(text, timeZone, { hasSeconds: true })} ${formatOffset(text, timeZone)}`;
  return kind === "id" || kind === "hash" ? showExactly(text) : text;
}

/** A line break in a name must forge no other line. */
function inOneLine(text: string): string {
  return showInvisible(text).replace(/\s+/g, " ").trim();
}
