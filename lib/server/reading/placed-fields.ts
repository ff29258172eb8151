import { type Field, type Part, textOf, textsIn } from "./body-names";

/**
 * A field and whose it is: `deposit`: of the side on which the crypto comes in; `apart`: of a recipient, a fee and the like,
 * where only an account counts; `sender`: of whoever pays, whose account is nobody's we asked for.
 */
export type Placed = Field & { place: "own" | "deposit" | "apart" | "sender" };

/** Of an asset or a network; its fields say what its name stands for. */
const namedPart =
  /^(?:network|chain|blockchain|token|asset|coin|currency|(?:crypto|token|from|source|deposit)?amount)$/;
/** Its address is where the crypto comes in. */
const depositsPart = /^(?:deposit|payin|funding)(?:instructions?|details?|info)?$/;
const depositPart = /^(?:deposits?|payins?|fundings?|collections?|source|from)$/;
const senderPart = /^(?:senders?|payers?|originators?|debits?|debitaccount|merchant|business|company)$/;

/** The fields of a body, each with its place, whatever holds it. */
export function allFields(part: Part): Placed[] {
  const place = placeOf(part);
  const own = part.fields.map((field) => ({ ...field, place }));
  // `network: { name }`, `token: { symbol }`, `amount: { value }`.
  const named = namedPart.test(part.name) ? part.fields.flatMap((field) => asPart(part.name, field)) : [];
  const isBanks = /^(?:bank|institution)$/.test(part.name);
  const isAccounts = /(?:account|recipient|beneficiary)$/.test(part.name);
  // `deposit: { address }`, `bank: { code }`, `account: { number }`.
  const renamed = part.fields.flatMap((field) => {
    if (isBanks && field.name === "code") return [{ ...field, name: "bankcode", place }];
    if (isAccounts && field.name === "number") return [{ ...field, name: "accountnumber", place }];
    const isAddress = depositsPart.test(part.name) && /^(?:to)?address$/.test(field.name);
    return isAddress ? [{ ...field, name: "depositaddress", place }] : [];
  });
  const inner = part.inner.flatMap(allFields).map((field) => ({ ...field, place: within(part, field) }));
  return [...own, ...named, ...renamed, ...inner];
}

function placeOf({ name, role }: Part): Placed["place"] {
  if (name === "quote") return "own";
  if (depositPart.test(name)) return "deposit";
  if (senderPart.test(name)) return "sender";
  return role === "apart" || role === "leg" ? "apart" : "own";
}

/** What a part is decides for all inside it. */
function within(part: Part, { place }: Placed): Placed["place"] {
  const around = placeOf(part);
  return around === "own" || namedPart.test(part.name) ? place : around;
}

function asPart(name: string, field: Field): Placed[] {
  const isAmount = name.endsWith("amount");
  const isNaming = isAmount
    ? /^(?:value|amount)$/.test(field.name)
    : /^(?:name|code|symbol|slug|id|chainid)$/.test(field.name);
  if (!isNaming) return [];
  return [{ ...field, name: field.name === "chainid" ? "chainid" : name, place: "own" }];
}

/** A text, or the texts of a list. */
export function textsOf({ value }: Field): string[] {
  const text = textOf(value);
  return text === undefined ? textsIn(value) : [text];
}

export function isOfCrypto(place: Placed["place"]): boolean {
  return place === "own" || place === "deposit";
}
