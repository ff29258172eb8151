import { isSameAddress } from "#lib/asset/address";
import { isSameNetwork, namesOnly } from "#lib/asset/network-names";
import { tryReadJson } from "#lib/contract/wire";
import { compareAmounts } from "#lib/money/amount";
import { isLessFee, isNearly } from "#lib/money/less-fee";
import { type Amount, multiplyAmounts } from "#lib/money/money";
import { toUnits } from "#lib/money/units";
import { canonicalSettlement } from "#lib/transfer/status-words";
import { readFigure } from "./amount-in";
import type { Asked } from "./asked";
import { type Part, partsOf, textOf } from "./body-names";
import { complaintIn, saysNo } from "./complaints";
import { hidesStatus } from "./hidden-status";
import { memosIn } from "./memo-in";
import { namedInText } from "./named-in";
import { allFields, isOfCrypto, type Placed, textsOf } from "./placed-fields";
import { isOfMessages, statusIn } from "./status-in";

/**
 * Invariant: what a yes says beside it is held against what we asked, in canonical form. A contradiction leaves the transfer
 * accepted, and nobody is asked to send.
 */

type DoubtCode =
  | "address"
  | "id"
  | "status"
  | "error"
  | "network"
  | "token"
  | "currency"
  | "amount"
  | "payout"
  | "account"
  | "memo";
/** `text` is a plain sentence; `address` is another one that the answer names. */
export type Doubt = { code: DoubtCode; text: string; address?: string };

/** What we asked, and what was accepted of the answer. */
export type Question = Asked & {
  transactionId: string;
  address: string;
  networkName: string;
  chainId: number | undefined;
  isEvm: boolean;
  /** Whether a transfer of the network can carry a memo. */
  canCarryMemo: boolean;
  contract: string | undefined;
  decimals: number | undefined;
  bankCode: string;
};

/** Of the text of an answer that was accepted. Pure. */
export function doubtsOf(answer: string, question: Question): Doubt[] {
  const parts = partsOf(tryReadJson(answer)) ?? [];
  const fields = parts.flatMap(allFields);
  const said = [
    ...addressDoubts(answer, fields, question),
    ...idDoubts(fields, question),
    ...statusDoubts(parts),
    ...[networkDoubt, tokenDoubt, currencyDoubt, amountDoubt, payoutDoubt, accountDoubt].flatMap((doubt) =>
      fields.flatMap((field) => doubt(field, question) ?? []),
    ),
    ...memoDoubts(parts, question),
  ];
  // One sentence a code.
  return said.filter(({ code }, at) => said.findIndex((other) => other.code === code) === at);
}

function addressDoubts(answer: string, fields: readonly Placed[], { address, contract }: Question): Doubt[] {
  const isOwn = (each: string) =>
    isSameAddress(each, address) || (contract !== undefined && isSameAddress(each, contract));
  const named = namedInText(answer).addresses.filter(
    (each) => /^[\w:@]{20,}$/.test(each) && !each.includes(address.trim()),
  );
  const other = [...named, ...fields.flatMap(writtenIn)].find((each) => !isOwn(each));
  if (other === undefined) return [];
  const text = `The answer names two addresses: ${address} and ${short(other)}.`;
  return [{ code: "address", text, address: other }];
}

/** Where a payer would read an address, or scan it. */
const payName =
  /(?:qr|uri|deeplink|instructions?)(?:code|url|data|text|string)?$|^(?:destination|(?:pay|send|deposit)to)$/;

function writtenIn(field: Placed): string[] {
  if (!payName.test(field.name)) return [];
  return textsOf(field).flatMap((text) => [
    ...(text.match(/\b0x[0-9a-f]{40}\b/gi) ?? []),
    ...[...text.matchAll(/\b(?:solana|tron):([1-9A-HJ-NP-Za-km-z]{32,44})\b/g)].flatMap(
      ([, each]) => each ?? [],
    ),
  ]);
}

function idDoubts(fields: readonly Placed[], { transactionId }: Question): Doubt[] {
  const plain = (id: string) => id.trim().toLowerCase();
  const other = fields.find(({ name, value, place }) => {
    const id = place !== "own" || !/^(?:transaction|transfer|txn?)id$/.test(name) ? undefined : textOf(value);
    return id !== undefined && plain(id) !== plain(transactionId);
  });
  const id = other && textOf(other.value);
  return id === undefined
    ? []
    : [
        {
          code: "id",
          text: `The answer names two transaction IDs: ${short(transactionId)} and ${short(id)}.`,
        },
      ];
}

function statusDoubts(parts: readonly Part[]): Doubt[] {
  const complaint = complaintIn(parts);
  const isNo = parts.some(saysNo);
  const doubts: Doubt[] = [];
  if (complaint !== undefined || isNo) {
    const what = complaint === undefined || complaint === "" ? "" : `: ${short(complaint)}`;
    doubts.push({ code: "error", text: `The answer says yes, and also tells of an error${what}.` });
  }
  const word = statusIn(parts);
  const isWaiting =
    word === undefined
      ? doubts.length > 0 || !hidesStatus(parts)
      : isOfMessages(word) || /^pending$/i.test(word) || canonicalSettlement(word) === "awaiting_deposit";
  if (!isWaiting) {
    const what = word === undefined ? "a status that we couldn’t read" : `the status ${short(word)}`;
    doubts.push({ code: "status", text: `The answer says yes, and also has ${what}.` });
  }
  return doubts;
}

export const networkName =
  /^(?:(?:deposit|source|from|payin|crypto)?(?:network|chain|blockchain)s?(?:name|id|code)?|(?:deposit|source|from|payin|crypto)(?:payment)?rail)$/;

function networkDoubt(field: Placed, question: Question): Doubt | undefined {
  const { name, place } = field;
  const said = textsOf(field);
  const [first] = said;
  if (!isOfCrypto(place) || first === undefined) return undefined;
  // `polygon:usdc`.
  const [before = "", after] = first.split(":");
  const isPair =
    /^(?:asset|token|assetid)$/.test(name) && after !== undefined && /^[a-z][\w-]*$/i.test(before);
  const isRail = place === "deposit" && /^(?:payment)?rail$/.test(name);
  // `ethereum:0x...@137`.
  const chain = payName.test(name) ? /^ethereum:[^@]*@(\w+)/i.exec(first)?.[1] : undefined;
  const given = isPair ? [before] : chain === undefined ? said : [chain];
  if (!isPair && !isRail && chain === undefined && !networkName.test(name)) return undefined;
  if (given.some((each) => isSameNetwork(each, question))) return undefined;
  return {
    code: "network",
    text: `We asked for ${question.networkName}, and the answer says ${short(given.join(", "))}.`,
  };
}

export const tokenName =
  /^(?:token|asset|coin|crypto|stablecoin|(?:crypto|from|source|deposit)(?:currency|token|asset)|(?:token|asset|coin)(?:symbol|code|name|id))$/;

const contractName =
  /^(?:(?:token|asset|coin)(?:contract)?(?:address)?|(?:token|asset|coin)?mint(?:address)?)$/;

function tokenDoubt(field: Placed, question: Question): Doubt | undefined {
  const { name, place } = field;
  const said = textsOf(field);
  const [first] = said;
  if (!isOfCrypto(place) || first === undefined) return undefined;
  const { token, contract, currency } = question;
  const isContract = contract !== undefined && contractName.test(name) && isAddressLike(first);
  const isOwn = said.some(
    (each) =>
      (!isContract && namesOnly(each, question)) || (contract !== undefined && isSameAddress(each, contract)),
  );
  // A currency alone may be either side's, and a token of a dollar counted in dollars.
  const isCurrency = name === "currency" && ![currency, "USD"].includes(first.toUpperCase());
  if (isOwn || !(isCurrency || tokenName.test(name) || isContract)) return undefined;
  return { code: "token", text: `We asked for ${token}, and the answer says ${short(first)}.` };
}

const isAddressLike = (text: string) => /^(?:0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i.test(text);

function currencyDoubt({ name, value, place }: Placed, { currency }: Question): Doubt | undefined {
  const said = textOf(value);
  const isNamed = /^(?:to|fiat|payout|destination|target|receive)currency(?:code)?$/.test(name);
  if (place !== "own" || said === undefined || !isNamed || said.toUpperCase() === currency) return undefined;
  return {
    code: "currency",
    text: `We asked for a payout in ${currency}, and the answer says ${short(said)}.`,
  };
}

export const amountName =
  /^(?:(?:crypto|token|from|source|deposit|send|pay|expected|requested|asset)?amount|amount(?:in|tosend|expected|requested|due|crypto)|amountin(?:crypto|token))$/;

function amountDoubt({ name, value, place }: Placed, question: Question): Doubt | undefined {
  const text = isOfCrypto(place) && amountName.test(name) ? textOf(value) : undefined;
  if (text === undefined || !/\d/.test(text)) return undefined;
  const said = readFigure(text)?.amount;
  if (said !== undefined && isAskedAmount(said, question)) return undefined;
  const { amount, token } = question;
  return { code: "amount", text: `We asked for ${amount} ${token}, and the answer says ${short(text)}.` };
}

/** By value; less the quoted fee; as the recipient's money; or in the token's smallest unit. */
function isAskedAmount(said: Amount, question: Question): boolean {
  const { amount, outputs, decimals } = question;
  const units = decimals === undefined ? amount : (`${toUnits(amount, decimals)}` as Amount);
  const isSame = compareAmounts(said, amount) === 0 || compareAmounts(said, units) === 0;
  return isSame || isLessFee(said, question) || outputs.some((output) => isNearly(said, output));
}

export const payoutName =
  /^(?:(?:output|payout|fiat|destination|receive|recipient|settlement)amount|amount(?:out|toreceive)|outputamount)$/;

/** What the recipient is to get, and the rate of it, against the quote that was accepted. */
function payoutDoubt({ name, value, place }: Placed, question: Question): Doubt | undefined {
  const text = place === "own" ? textOf(value) : undefined;
  const said = text === undefined ? undefined : readFigure(text)?.amount;
  const { outputs, rate, currency } = question;
  if (said === undefined) return undefined;
  if (/^(?:exchange|fx|quote)?rate$/.test(name) && rate !== null && !isRate(said, rate))
    return { code: "payout", text: `We accepted a rate of ${rate}, and the answer says ${said}.` };
  const [output] = outputs;
  if (!payoutName.test(name) || output === undefined) return undefined;
  const isKobo = outputs.some((each) => isNearly(said, multiplyAmounts(each, "100" as Amount)));
  if (isKobo || isAskedAmount(said, question)) return undefined;
  return {
    code: "payout",
    text: `The recipient is to get ${output} ${currency}, and the answer says ${said}.`,
  };
}

/** Of one token, or of one unit of the other currency. */
function isRate(said: Amount, rate: Amount): boolean {
  return isNearly(said, rate) || isNearly(multiplyAmounts(said, rate), "1" as Amount);
}

function accountDoubt(field: Placed, { accountNumber, bankCode }: Question): Doubt | undefined {
  const said = accountText(field);
  if (said === undefined) return undefined;
  if (accountNumberDiffers(field, accountNumber))
    return accountOf(`an account that ends in ${said.slice(-4)}`);
  // Banks have codes of several kinds, and only those of one kind can be compared.
  const isBank = /^(?:(?:beneficiary|recipient|destination)?bankcode)$/.test(field.name);
  const isOther = isBank && /^\d+$/.test(said) && said.length === bankCode.length && said !== bankCode;
  return isOther ? accountOf(`the bank ${said}`) : undefined;
}

const accountName =
  /^(?:(?:bank|beneficiary|recipient|destination|payout)?account(?:number|no)|(?:beneficiary|recipient)account|nuban)$/;

export function accountNumberDiffers(field: Placed, accountNumber: string): boolean {
  const said = accountText(field);
  if (said === undefined || !accountName.test(field.name)) return false;
  // What is hidden says nothing: its end counts.
  const end = /\d+$/.exec(said)?.[0] ?? "";
  const isHidden = end !== said && /^[\d*x•.…#]+$/i.test(said);
  return isHidden ? !accountNumber.endsWith(end) : said.padStart(10, "0") !== accountNumber;
}

/** Whoever pays has an account, too. */
function accountText({ value, place }: Placed): string | undefined {
  return place === "deposit" || place === "sender" ? undefined : textOf(value)?.replace(/[\s-]/g, "");
}

const accountOf = (what: string): Doubt => ({
  code: "account",
  text: `The answer names another recipient: ${what}.`,
});

function memoDoubts(parts: readonly Part[], { canCarryMemo, networkName }: Question): Doubt[] {
  const memos = memosIn(parts);
  const [first] = memos;
  if (first === undefined) return [];
  if (memos.length > 1)
    return [{ code: "memo", text: `The answer names two memos: ${memos.map(short).join(" and ")}.` }];
  return canCarryMemo
    ? []
    : [
        {
          code: "memo",
          text: `The answer asks for the memo ${short(first)}, which ${networkName} can’t carry.`,
        },
      ];
}

/** What somebody sent, in a sentence of ours. */
function short(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}
