import type { Transfer } from "#lib/contract/api";
import type { WebhookEventKind } from "#lib/contract/outbox/event-kinds";
import { compareAmounts } from "#lib/money/amount";
import { formatPadded } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { cut } from "#lib/text/visible-text";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import type { Refusal } from "#lib/transfer/refusal";
import type { EventSource, TransferStatus } from "#lib/transfer/transfer-status";
import { attentionTitles } from "../attention-titles";
import { refusalAct } from "../refusal-words";
import { type Stake, stakeOf } from "../trouble/stake";
import { describeStanding, statusWords } from "../words";
import { showMasked } from "./masked-digits";

/** What a Slack or Teams message says of a transfer: one line of plain text, in the words of the screen. */

export type ToldHappening = {
  kind: WebhookEventKind;
  /** As it was then, and who said so. */
  status: TransferStatus;
  statusSource: EventSource;
  /** Why it needs a person; null where that isn't the news. */
  reason: string | null;
  deposit: { amount: Amount; token: string; missing: Amount } | undefined;
  /** Why the service said no; null where that isn't the news, or nobody knows. */
  refusal: Refusal | null;
};

const longestName = 100;
const longestToken = 20;

/** `Short: 73.60 USDC is missing, payout of 1,250.50 USDC to Adaeze Okonkwo`. */
export function messageLine(transfer: Transfer, happened: ToldHappening, isSandbox: boolean): string {
  const { amount, fromCurrency, accountName } = transfer;
  const [lead, ...news] = newsOf(transfer, happened);
  const payout = `payout of ${money(amount, fromCurrency)} to ${named(accountName)}`;
  const act = happened.refusal === null ? "" : `. ${refusalAct(happened.refusal)}`;
  return `${sandboxWords(isSandbox)}${lead}: ${[...news, payout].join(", ")}${act}`;
}

/** `Short: 73.60 USDC is missing`, for a place that has the amount and the recipient already. */
export function reasonLine(transfer: Transfer, reason: AttentionReason): string {
  const [stake] = stakeWords(transfer, reason);
  const title = titleOf(transfer, reason);
  return stake === undefined ? title : `${title}: ${stake}`;
}

/** Of rules that count from now on. */
export function rulesLine(news: string, isSandbox: boolean): string {
  return `${sandboxWords(isSandbox)}Rules for payouts changed: ${news}`;
}

/** Of a batch of payouts, by the name that people gave it. */
export function batchLine(name: string, news: string, isSandbox: boolean): string {
  return `${sandboxWords(isSandbox)}Batch ${named(name)} needs somebody. ${news}`;
}

/** Of a message that somebody sends to see whether it arrives. */
export function testLine(isSandbox: boolean): string {
  return `${sandboxWords(isSandbox)}Test: messages about transfers will arrive here`;
}

function sandboxWords(isSandbox: boolean): string {
  return isSandbox ? "Sandbox, no real money. " : "";
}

/** The word that leads, and what belongs to it. */
function newsOf(transfer: Transfer, { kind, deposit, ...happened }: ToldHappening): string[] {
  const fixed = fixedNews[kind];
  if (fixed !== undefined) return [fixed];
  if (kind === "transfer.deposit_seen") return ["Deposit seen", ...depositWords(transfer, deposit)];
  const reason = attentionReasons.find((known) => known === happened.reason);
  if (kind === "attention.raised")
    return reason === undefined
      ? ["Needs attention"]
      : [titleOf(transfer, reason), ...stakeWords(transfer, reason)];
  return statusNews(transfer, happened);
}

/** What stays so, whatever became of the transfer since. */
const fixedNews: Partial<Record<WebhookEventKind, string>> = {
  "transfer.waiting": statusWords.awaiting_approval.word,
  "transfer.approved": "Approved",
  "transfer.declined": statusWords.declined.word,
  "transfer.created": "Created",
};

/** As the screen calls it while it stands so, and else the status that was told. */
function statusNews(
  transfer: Transfer,
  { status, statusSource }: Pick<ToldHappening, "status" | "statusSource">,
): string[] {
  if (transfer.status !== status) return [statusWords[status].word + saidBy(statusSource)];
  const { chip, reason } = transfer.standing;
  const word = showMasked(describeStanding(transfer).word);
  // What the network shows, or what we conclude, nobody has said.
  const said = chip === "status" ? saidBy(statusSource) : "";
  return [word + said, ...(reason === null ? [] : stakeWords(transfer, reason))];
}

function saidBy(source: EventSource): string {
  if (source === "service_answer" || source === "service_callback") return ", says the service";
  return source === "person" ? ", says a person" : "";
}

/** A chip says it in one word where it says the same. */
function titleOf(transfer: Transfer, reason: AttentionReason): string {
  return sumReasons[`${transfer.standing.chip}`]?.includes(reason)
    ? describeStanding(transfer).word
    : attentionTitles[reason];
}

const sumReasons: Partial<Record<string, readonly AttentionReason[]>> = {
  short: ["deposit_short", "chain_short"],
  over: ["deposit_over", "chain_over"],
};

/** Nothing where it is the sum of the payout, which the line has anyway. */
function stakeWords(transfer: Transfer, reason: AttentionReason): string[] {
  const stake = stakeOf(transfer, reason);
  const isPayout =
    stake.symbol === transfer.fromCurrency && compareAmounts(stake.amount, transfer.amount) === 0;
  if (isPayout && (stake.word === "in question" || stake.word === "not sent")) return [];
  return [stakeSentence(stake)];
}

function stakeSentence({ amount, symbol, word }: Stake): string {
  const needsVerb = word === "missing" || word === "in question";
  return `${money(amount, symbol)} ${needsVerb ? `is ${word}` : word}`;
}

function depositWords({ fromCurrency }: Transfer, deposit: ToldHappening["deposit"]): string[] {
  if (deposit === undefined) return [];
  const { amount, token, missing } = deposit;
  const isAll = compareAmounts(missing, "0" as Amount) === 0;
  return [
    token === fromCurrency ? money(amount, token) : `${money(amount, token)}, which is another token`,
    ...(isAll ? [] : [`${money(missing, fromCurrency)} is missing`]),
  ];
}

function money(amount: Amount, symbol: string): string {
  return `${formatPadded(amount)} ${cut(showMasked(symbol), longestToken)}`;
}

/** On one line, and without the whole number of an account. */
function named(name: string): string {
  return cut(showMasked(name), longestName);
}
