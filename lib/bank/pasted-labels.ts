/** What a message calls its parts. */

export type Kind = "bank" | "name" | "number" | "other" | "loose";

const account = "(?:account|acct|acc|a\\/c|compte)";
const whose =
  "(?:beneficiary|recipient|receiver|receiving|payee|credit|destination|settlement|corporate|business|vendor|supplier|merchant|staff|employee|bank|our|my|his|her|naira|ngn|full|official)";
/** Whoever pays, whose account isn't asked for. */
const payer =
  "(?:sender|source|from|originat(?:or|ing)|debit|payer|remitter|ordering|customer|client|buyer|bill(?:ed)? to)";
const own = `(?:${whose}(?:['\\u2019]?s)?[ _-]?){0,2}`;

/** By kind, as people in Nigeria write them, and those who trade with them. */
const words: Record<Kind, string[]> = {
  other: [
    `${payer}(?:['\\u2019]?s)?[ _-]?(?:bank|${account}|details|info(?:rmation)?)?[ _-]?(?:names?|numbers?|no)?`,
    "(?:bank )?(?:branch|address)(?: name)?|(?:account |acct )?(?:type|currency|officer|balance)",
    "(?:sur|first|last|middle|given|family|other|user|file|product|item|contact)[ _-]?names?",
    "amount(?: due)?|amt|total(?: due)?|sum|fee|balance|vat|tax|qty|price|narration|description|desc|details? of payment",
    "remarks?|purpose|reason|note|memo|status|subject|cc|to|date|time|due(?: date)?|attn|attention|re",
    "reference(?: (?:no|number))?|ref(?: (?:no|number))?|invoice(?: (?:no|number|date))?|order(?: (?:no|number))?|receipt(?: (?:no|number))?",
    "(?:transaction|txn|session|payment)(?: (?:id|no|number|type|date|ref|reference|status))|rrn|bvn|nin|tin|rc(?: (?:no|number))?|iban",
    "(?:tele)?phone(?: (?:no|number))?|tel|mobile(?: (?:no|number))?|whats ?app|e-?mail(?: address)?|sort ?code|swift(?: ?code)?|s\\/n|sn|month|dept|department",
  ],
  bank: [
    `${own}bank(?:er)?s?(?:['\\u2019]s)?(?:[ _-]?(?:names?|code))?|name of (?:the )?bank|(?:financial )?institution`,
    "banque|banki|nom de la banque|[uụ]l[oọ] ak[uụ]|开户(?:行|银行)|银行(?:名称)?|اسم البنك|البنك",
  ],
  name: [
    "name of (?:the )?account",
    `${own}(?:${account}[ _-]?)?(?:holder(?:['\\u2019]?s)?[ _-]?)?names?(?: on account)?`,
    `${own}${account}[ _-]?(?:holder|title|owner)|benef(?:iciary)?|recipient|receiver|payee`,
    "(?:beneficiary|recipient|receiver|payee)(?:['\\u2019]s)? (?:details|info(?:rmation)?)|in (?:the name|favou?r) of|vendor|supplier",
    "nom(?: du (?:titulaire|compte|b[eé]n[eé]ficiaire))?|titulaire(?: du compte)?|b[eé]n[eé]ficiaire|sunan?(?: (?:mai )?(?:asusu|akawunti))?|or[uú]k[oọ]|aha(?: ak[aạ][uụ]nt[uụ])?",
    "(?:账户|开户|户)名|姓名|收款人(?:姓名)?|اسم (?:الحساب|المستفيد)|الاسم",
  ],
  number: [
    `${own}${account}(?:[ _-]?(?:numbers?|num|nos?|nr|n°|#))?|${own}(?:nuban|wallet)(?:[ _-]?(?:number|num|no|id))?`,
    "numbers?|num|no|lambar (?:asusu|akawunti)|n° de compte|num[eé]ro de compte|n[oọ]mba ak[aạ][uụ]nt[uụ]|(?:银行)?(?:账号|帐号|账户|卡号)|رقم الحساب",
  ],
  loose: [
    "(?:(?:kindly|please|pls) )?(?:pay(?:able)?|send|transfer|credit|remit)(?: (?:money|payment|funds|cash))?(?: in)?to",
    `(?:${own}(?:${account}|bank|payment|transfer|payout) )?(?:details|info(?:rmation)?)`,
  ],
};
const kinds: Kind[] = ["other", "bank", "name", "number", "loose"];
const starts = kinds.map((kind) => new RegExp(`^(?:${words[kind].join("|")})(?![\\p{L}\\p{N}])`, "iu"));
const longestLabel = 48;

/** `between`: what stands between it and its value. */
export type Label = { kind: Kind; label: string; between: string };

/** What follows a label, from the strongest. */
const separator =
  /^\.?\s*(?:[:=]+>?|\([^()]{1,12}\)\s*[:=]|[>\u2192#]|[-\u2010-\u2015]+(?!\p{N}))\s*|^\s+is\s+|^\.?\s*/iu;

/** The longest label that a text starts with. */
export function labelAt(text: string): Label | undefined {
  const start = text.slice(0, longestLabel);
  let longest: Omit<Label, "between"> | undefined;
  for (const [at, pattern] of starts.entries()) {
    const label = pattern.exec(start)?.[0];
    const kind = kinds[at];
    if (label !== undefined && kind !== undefined && label.length > (longest?.label.length ?? 0))
      longest = { kind, label };
  }
  if (longest === undefined) return undefined;
  const between = separator.exec(text.slice(longest.label.length))?.[0] ?? "";
  return { ...longest, between };
}

/** Whether a mark stands between a label and its value, and not a blank alone. */
export function isMarked({ between }: Label): boolean {
  return between.replace(".", "").trim() !== "";
}

/** Of several words, as none but a label has them: `Account name`. */
export function isWhole({ kind, label }: Label): boolean {
  return /[ _-]|a\/c./i.test(label) && /name|number|num|\bno|holder|title/i.test(label) && kind !== "other";
}
