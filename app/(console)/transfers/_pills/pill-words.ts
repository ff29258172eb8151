import { shortBankName } from "#lib/bank/short-bank-name";
import type { GivenFilters } from "#lib/contract/transfer/filter-names";
import { formatExact } from "#lib/money/format";
import { readDecimal } from "#lib/money/money";
import { spanWords, writeDay } from "#lib/text/day-text";
import { showInvisible } from "#lib/text/visible-text";
import { attentionTitles } from "#lib/words/attention-titles";
import { receivedStateWords } from "#lib/words/received/received-words";
import { dayWords } from "./day-words";
import { pillHref } from "./pill-href";
import type { PillKind } from "./pill-kinds";
import type { SetPills } from "./pills";

export type FilterNames = {
  bank?: string | undefined;
  payee?: string | undefined;
  person?: string | undefined;
  batch?: string | undefined;
};

/** What each filter that is set is called; what nobody has a name for is shown as it was asked for. */
export function pillWords(
  given: GivenFilters,
  names: FilterNames,
  networks: ReadonlyMap<string, string>,
): Partial<Record<PillKind, string>> {
  const { days, from, to, bank, payee, person, network, min, max, received, reason, token, account, batch } =
    given;
  const words: Record<PillKind, string | undefined> = {
    days: days === undefined ? daysWords(from, to) : lookUp(dayWords, days),
    bank: bank && (names.bank === undefined ? bank : showInvisible(shortBankName(names.bank))),
    payee: payee && showInvisible(names.payee ?? "not known"),
    person: person && showInvisible(names.person ?? "not known"),
    network: network && (networks.get(network) ?? network),
    amount: amountWords(min, max),
    received: received && lookUp(receivedStateWords, received),
    reason: reason && lookUp(attentionTitles, reason),
    token: token && `${token}, all networks`,
    account: account && "one account",
    batch: batch && showInvisible(names.batch ?? "not known"),
  };
  return Object.fromEntries(Object.entries(words).filter(([, each]) => each !== undefined));
}

function lookUp(words: Record<string, string>, name: string): string {
  return words[name] ?? name;
}

function daysWords(from: string | undefined, to: string | undefined): string | undefined {
  if (from === undefined) return to === undefined ? undefined : `Up to ${writeDay(to)}`;
  return to === undefined ? `From ${writeDay(from)}` : spanWords({ from, to });
}

function amountWords(min: string | undefined, max: string | undefined): string | undefined {
  const [least, most] = [min, max].map((text) => text && shownAmount(text));
  if (least === undefined) return most === undefined ? undefined : `up to ${most}`;
  return most === undefined ? `from ${least}` : `${least} to ${most}`;
}

function shownAmount(text: string): string {
  const amount = readDecimal(text);
  return amount === undefined ? text : formatExact(amount);
}

/** The same, each with the list that is without it. */
export function setPills(...asked: Parameters<typeof pillWords>): SetPills {
  const [given] = asked;
  return Object.fromEntries(
    Object.entries(pillWords(...asked)).map(([kind, words]) => [
      kind,
      [words, pillHref(given, kind as PillKind)] as const,
    ]),
  );
}
