import { readDecimal } from "#lib/money/money";
import { canonicalSettlement } from "#lib/transfer/status-words";
import { type Field, isApart, type Part, roleOfToken, textOf, textsIn } from "./body-names";
import { isLikeStatusName, isStatusName } from "./status-names";

/** Invariant: what speaks against a word of a body, beside it, can only contradict it. */

export const complaintName =
  /^(?:(?:errors?|failure)(?:code|message|reason|details?|description)?|(?:fail(?:ed)?|reject(?:ed|ion)?|declined?|cancel(?:l?ed|l?ation)?|refund|reversal|chargeback)(?:code|message|reason|description))$/;
const noComplaint =
  /^(?:[0.]+|n\/?a|nil|null|none|-+|false|ok|approved|success(?:ful(?:ly)?)?|no[ _-]?errors?|\w+ (?:was )?success\w*)$/i;

/** The text of an error that a body tells of; empty where it has none. `undefined` where it tells of none. */
export function complaintIn(parts: readonly Part[]): string | undefined {
  for (const { fields, inner } of parts) {
    const found = fields.find((field) => complaintName.test(field.name) && isComplaint(field));
    if (found !== undefined) return textOf(found.value) ?? "";
    const within = complaintIn(inner.filter(({ role }) => role !== "apart"));
    if (within !== undefined) return within;
  }
  return undefined;
}

/** An empty list or `00` tells of none. */
export function isComplaint({ value }: Field): boolean {
  const text = textOf(value);
  return text === undefined ? isFilled(value) || value === true : !noComplaint.test(text);
}

function isFilled(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

export function saysNo({ fields, inner }: Part): boolean {
  const isNo = fields.some(
    ({ name, value }) =>
      /^(?:success|successful|ok|status)$/.test(name) && (value === false || value === "false"),
  );
  return isNo || inner.some((part) => part.role !== "apart" && saysNo(part));
}

/** `failed`, `isFailed`. */
export function isFlagOf(name: string, isWord: (word: string) => boolean): boolean {
  return isWord(name) || isWord(name.replace(/^(?:is|has|was)/, ""));
}

const bad: readonly (string | undefined)[] = [
  ...(["failed", "reversed", "refunding", "refunded", "refund_failed"] as const),
  ...(["expired", "cancelled_by_service", "on_hold"] as const),
];

/**
 * What speaks against a payout, or against an address that waits: `success: false`, an error, `reversed: true`,
 * `subStatus: "failed"`, `refundedAt`.
 */
export function objectionsIn(body: readonly Part[]): string[] {
  return [
    ...(body.some(saysNo) ? ["success: false"] : []),
    ...(complaintIn(body) === undefined ? [] : ["an error"]),
    ...body.flatMap(badFlagsIn),
  ];
}

function badFlagsIn({ fields, inner }: Part): string[] {
  const own = fields.flatMap((field) => {
    if (isSaid(field) && isFlagOf(field.name, isBad)) return [field.name];
    const news = badNewsIn(field);
    return news === undefined || isStatusName(field.name) ? badWordsOf(field) : [news];
  });
  const parts = inner.filter(({ role }) => role !== "apart" && role !== "leg");
  return [
    ...own,
    ...inner.flatMap(takenBackIn),
    ...inner.flatMap(refusedByBank),
    ...parts.flatMap(badFlagsIn),
  ];
}

/** `refund: { amount: 100 }`, `dispute: { status: "open" }`; a refund's own status is read as one. */
function takenBackIn({ name, fields }: Part): string[] {
  if (!/^(?:refund|reversal|chargeback|dispute|clawback)s?$/.test(name)) return [];
  const status = fields.find((field) => isStatusName(field.name));
  if (status !== undefined && (name.startsWith("refund") || isNothing(textOf(status.value)))) return [];
  const isMade = fields.some((field) => madeName.test(field.name) && !isNothing(textOf(field.value)));
  return isMade || status !== undefined ? [name] : [];
}

const madeName = /^(?:.*amount|(?:tx|transaction)?(?:hash|id)|.*(?:at|date|time))$/;

/** `bank: { status: "rejected" }`: only what is bad counts there. */
function refusedByBank({ name, fields }: Part): string[] {
  if (!/^(?:banks?|(?:bank)?accounts?|recipients?|beneficiar(?:y|ies))$/.test(name)) return [];
  return fields.flatMap((field) => {
    const text = isStatusName(field.name) ? textOf(field.value) : undefined;
    return text !== undefined && isBad(text) ? [`${name} ${text}`] : [];
  });
}

/** Nothing, none or a sum of zero. */
function isNothing(text: string | undefined): boolean {
  return (
    text === undefined ||
    (readDecimal(text) !== undefined && /^[-0.]+$/.test(text)) ||
    /^(?:none|no|null|n\/a|closed|resolved|won|-+)$/i.test(text)
  );
}

export const isBad = (word: string) => bad.includes(canonicalSettlement(word));

/** `true`, `1` or `"yes"`. */
export function isSaid({ name, value }: Field): boolean {
  const text = textOf(value);
  return (
    value === true || (text !== undefined && /^(?:true|yes|y|1)$/i.test(text) && !isLikeStatusName(name))
  );
}

/** `Your transfer has failed`, `Payout could not be completed`: what a sentence for people says first. */
export function badNewsIn({ name, value }: Field): string | undefined {
  const text = messageName.test(name) || isLikeStatusName(name) ? textOf(value) : undefined;
  const words = text?.match(/[a-z]+/gi) ?? [];
  const news = words.slice(words.findIndex((word) => !isLead(word)));
  const [word = ""] = news;
  const said = news.slice(0, 4).join(" ");
  return isBad(word) ? word : notDone.test(said) ? said : undefined;
}

const messageName =
  /^(?:message|msg|(?:response|gateway|provider|processor|result)(?:response|message|msg|text|desc(?:ription)?))$/;
const notDone =
  /^(?:unsuccessful|unable to|(?:could|can) ?not|not (?:be )?(?:paid|sent|credited|delivered|settled|processed|successful|completed?))\b/i;

/** Of what comes before the verb. */
function isLead(word: string): boolean {
  const isSmall = /^(?:the|your|this|sorry|error|bank|has|have|had|was|is|been)$/i.test(word);
  return isSmall || roleOfToken(word.toLowerCase()) === "transfer";
}

/** In a name that is nearly a status', in a list of words, or as when or how much it was. */
function badWordsOf({ name, value }: Field): string[] {
  const text = textOf(value);
  const [, word = "", what] =
    /^(failed|rejected|declined|reversed|refunded|returned|refund|reversal|chargeback|dispute)(at|on|time|date|amount|(?:tx|transaction)?(?:hash|id))$/.exec(
      name,
    ) ?? [];
  if (what !== undefined) return isNothing(text) ? [] : [`${word} ${what}`];
  const isBanks = /^(?:bank|beneficiary|recipient)(?:transfer|payout)?status$/.test(name);
  const isNearly = isBanks || (isLikeStatusName(name) && !isStatusName(name));
  const words = [...(text !== undefined && isNearly ? [text] : []), ...(isApart(name) ? [] : textsIn(value))];
  return words.filter(isBad);
}
