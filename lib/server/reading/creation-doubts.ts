import { isSameAddress } from "#lib/asset/address";
import { isSameNetwork, namesOnly } from "#lib/asset/network-names";
import { tryReadJson } from "#lib/contract/wire";
import { compareAmounts } from "#lib/money/amount";
import { isLessFee, isNearly } from "#lib/money/less-fee";
import { type Amount, readDecimal } from "#lib/money/money";
import { toUnits } from "#lib/money/units";
import { canonicalSettlement } from "#lib/transfer/status-words";
import type { Asked } from "./asked";
import { type Field, type Part, partsOf, textOf } from "./body-names";
import { complaintIn, saysNo } from "./complaints";
import { hidesStatus } from "./hidden-status";
import { memosIn } from "./memo-in";
import { namedInText } from "./named-in";
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
  | "account"
  | "memo";
/** `text` is a plain sentence. */
export type Doubt = { code: DoubtCode; text: string };

/** What we asked, and what was accepted of the answer. */
export type Question = Asked & {
  transactionId: string;
  address: string;
  network: string;
  networkName: string;
  chainId: number | undefined;
  isEvm: boolean;
  /** Whether a transfer of the network can carry a memo. */
  canCarryMemo: boolean;
  contract: string | undefined;
  decimals: number | undefined;
  currency: string;
  accountNumber: string;
  bankCode: string;
};

/** Of the text of an answer that was accepted. Pure. */
export function doubtsOf(answer: string, question: Question): Doubt[] {
  const parts = partsOf(tryReadJson(answer)) ?? [];
  const fields = parts.flatMap(allFields);
  const said = [
    ...addressDoubts(answer, question),
    ...idDoubts(fields, question),
    ...statusDoubts(parts),
    ...[networkDoubt, tokenDoubt, currencyDoubt, amountDoubt, accountDoubt].flatMap((doubt) =>
      fields.flatMap((field) => doubt(field, question) ?? []),
    ),
    ...memoDoubts(parts, question),
  ];
  // One sentence a code.
  return said.filter(({ code }, at) => said.findIndex((other) => other.code === code) === at);
}

/** In a part of another's, such as a recipient's, only its account counts. */
type Placed = Field & { isApart: boolean };

function allFields(part: Part): Placed[] {
  const isApart = part.role === "apart" || part.role === "leg";
  const inner = part.inner.flatMap(allFields);
  const named = part.fields.map((field) => ({ ...field, isApart }));
  // `network: { name }`, `token: { symbol }`.
  const own = /^(?:network|chain|blockchain|token|asset|coin|currency)$/.test(part.name)
    ? named.flatMap((field) =>
        /^(?:name|code|symbol|id|chainid)$/.test(field.name)
          ? [{ ...field, name: field.name === "chainid" ? "chainid" : part.name, isApart: false }]
          : [],
      )
    : [];
  return [
    ...named,
    ...own,
    ...inner.map((field) => ({ ...field, isApart: field.isApart || isOthers(part) })),
  ];
}

const isOthers = ({ name, role }: Part) =>
  role === "apart" && !/^(?:network|chain|blockchain|token|asset|coin|currency)$/.test(name);

function addressDoubts(answer: string, { address, contract = "" }: Question): Doubt[] {
  const isContract = (each: string) => contract !== "" && isSameAddress(each, contract);
  const other = namedInText(answer).addresses.find(
    (each) =>
      /^[\w:@]{20,}$/.test(each) &&
      !isSameAddress(each, address) &&
      !each.includes(address.trim()) &&
      !isContract(each),
  );
  return other === undefined
    ? []
    : [{ code: "address", text: `The answer names two addresses: ${address} and ${short(other)}.` }];
}

function idDoubts(fields: readonly Placed[], { transactionId }: Question): Doubt[] {
  const plain = (id: string) => id.trim().toLowerCase();
  const other = fields.find(({ name, value, isApart }) => {
    const id = isApart || !/^(?:transaction|transfer|txn?)id$/.test(name) ? undefined : textOf(value);
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

function networkDoubt({ name, value, isApart }: Placed, question: Question): Doubt | undefined {
  const said = textOf(value);
  if (isApart || said === undefined) return undefined;
  // `polygon:usdc`.
  const [before = "", after] = said.split(":");
  const isPair =
    /^(?:asset|token|assetid)$/.test(name) && after !== undefined && /^[a-z][\w-]*$/i.test(before);
  const isNetwork = /^(?:network|chain|blockchain)(?:name|id|code)?$/.test(name);
  const given = isPair ? before : said;
  if ((!isPair && !isNetwork) || isSameNetwork(given, question)) return undefined;
  return {
    code: "network",
    text: `We asked for ${question.networkName}, and the answer says ${short(given)}.`,
  };
}

const tokenName =
  /^(?:token|asset|coin|(?:crypto|from|source|deposit)(?:currency|token|asset)|(?:token|asset|coin)(?:symbol|code|name|id))$/;

function tokenDoubt({ name, value, isApart }: Placed, question: Question): Doubt | undefined {
  const said = textOf(value);
  if (isApart || said === undefined) return undefined;
  const { token, contract, currency } = question;
  const isOwn = namesOnly(said, question) || said.toLowerCase() === contract?.toLowerCase();
  // A currency alone may be either side's.
  const isCurrency = name === "currency" && said.toUpperCase() !== currency;
  if (isOwn || !(isCurrency || tokenName.test(name))) return undefined;
  return { code: "token", text: `We asked for ${token}, and the answer says ${short(said)}.` };
}

function currencyDoubt({ name, value, isApart }: Placed, { currency }: Question): Doubt | undefined {
  const said = textOf(value);
  const isNamed = /^(?:to|fiat|payout|destination|target|receive)currency(?:code)?$/.test(name);
  if (isApart || said === undefined || !isNamed || said.toUpperCase() === currency) return undefined;
  return {
    code: "currency",
    text: `We asked for a payout in ${currency}, and the answer says ${short(said)}.`,
  };
}

const amountName =
  /^(?:(?:crypto|token|from|source|deposit|send|pay|expected|requested|asset)?amount|amount(?:in|tosend|expected|requested|due)|amountin(?:crypto|token))$/;

function amountDoubt({ name, value, isApart }: Placed, question: Question): Doubt | undefined {
  const said = isApart || !amountName.test(name) ? undefined : readDecimal(textOf(value) ?? "");
  if (said === undefined || isAskedAmount(said, question)) return undefined;
  const { amount, token } = question;
  return { code: "amount", text: `We asked for ${amount} ${token}, and the answer says ${said}.` };
}

/** By value; less the quoted fee; as the recipient's money; or in the token's smallest unit. */
function isAskedAmount(said: Amount, question: Question): boolean {
  const { amount, outputs, decimals } = question;
  const units = decimals === undefined ? amount : (`${toUnits(amount, decimals)}` as Amount);
  const isSame = compareAmounts(said, amount) === 0 || compareAmounts(said, units) === 0;
  return isSame || isLessFee(said, question) || outputs.some((output) => isNearly(said, output));
}

function accountDoubt({ name, value }: Placed, { accountNumber, bankCode }: Question): Doubt | undefined {
  const said = textOf(value)?.replace(/[\s-]/g, "");
  if (said === undefined) return undefined;
  if (/^(?:(?:bank|beneficiary|recipient|destination|payout)?account(?:number|no)|nuban)$/.test(name)) {
    // What is hidden says nothing: its end counts.
    const end = /\d+$/.exec(said)?.[0] ?? "";
    const isHidden = end !== said && /^[\d*x•.…#]+$/i.test(said);
    const isOwn = isHidden ? accountNumber.endsWith(end) : said.padStart(10, "0") === accountNumber;
    return isOwn ? undefined : accountOf(`an account that ends in ${said.slice(-4)}`);
  }
  // Banks have codes of several kinds, and only those of one kind can be compared.
  const isBank = /^(?:(?:beneficiary|recipient|destination)?bankcode)$/.test(name);
  const isOther = isBank && /^\d+$/.test(said) && said.length === bankCode.length && said !== bankCode;
  return isOther ? accountOf(`the bank ${said}`) : undefined;
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
