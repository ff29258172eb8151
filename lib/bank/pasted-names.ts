import { plainWords } from "#lib/text/plain-words";

/** Words that no recipient's name has, but that messages about accounts have. */
const notOfNames = new Set(
  (
    "abeg about above ac acc account accounts acct admin after again alert all also am amount an and any approved are " +
    "as asap at attached available ave avenue balance bank banks before below birthday branch but bvn by call can " +
    "cash cc charge charges check christmas clear close come confirm congrats congratulations contact copy correct " +
    "cost credit credited crescent current customer daily date day days deal dear december department deposit dept " +
    "description detail details diesel director do doc document dom domiciliary done due each easter eid electricity " +
    "email enclosed estate evening executive expected february fee fees find for forward forwarded from fuel full " +
    "fund funds fwd gmail good goods greetings happy have head hello help here hey hi him his house how if " +
    "immediately in info inform information invoice is it items january job july kindly last later let line loan " +
    "madam mail maintenance manager march me meeting merry message mfb microfinance mobile money month monthly " +
    "morning my na naira narration need new next ngn no noon not note november now nuban number october of off office " +
    "officer ok okay on once oo open or order our out oya paid pay payable payee payment payments payroll per phone " +
    "please plot pls plz po price proceed psb purchase purpose quote rate re receipt receive received receiver " +
    "recipient reference refund regarding regards remaining reminder remit rent repair repairs reply request road " +
    "salary sales sallah same saving savings school see send sender sent september sharp sharply sheet shortly " +
    "sincerely sir soon statement status still street subject sum supply support tel telephone thank thanks that the " +
    "their them then there these this tin to today tomorrow total transaction transfer transferred transport trf type " +
    "under until up update urgent urgently use vat via wallet want was way we week weekend weekly well were what when " +
    "which will with would xmas year yes yesterday you your yours"
  ).split(" "),
);
/** Alone they are a place or the end of a company's name, and beside others a part of one. */
const partly = new Set(
  "digital services service limited ltd plc ventures enterprises lagos abuja ikeja lekki island victoria nigeria ibadan kano port harcourt state yaba surulere apapa ajah enugu kaduna benin aba onitsha city fct gra vi ikoyi phase".split(
    " ",
  ),
);
const small = new Set("and of & de la el al bin ibn van von di da".split(" "));

/** Two to eight words that a name may have, each with a large letter where its script has them. */
export function isLikelyName(text: string): boolean {
  const words = text.trim().split(/\s+/);
  if (words.length < 2 || words.length > 8 || text.length > 100) return false;
  const isShaped = words.every(
    (word) => small.has(word) || /^[\p{Lu}\p{Lt}\p{Lo}&][\p{L}\p{M}.'\u2019&-]*,?$/u.test(word),
  );
  return isShaped && isNoRemark(text) && !plainWords(text).every((word) => partly.has(word));
}

/** Whether what a label calls a name can be one: `As above` and `check it below` can't. */
export function mayBeName(text: string): boolean {
  if (!/\p{L}{2}/u.test(text) || /^not\b/i.test(text) || text.length > 100 || /\d{5}|[@:]|https?/.test(text))
    return false;
  return /\p{Lu}/u.test(text) ? !saysNothing(text) : isNoRemark(text);
}

/** Whether no word of it is of a name, as in `see below`. */
export function saysNothing(text: string): boolean {
  return plainWords(text).every((word) => notOfNames.has(word));
}

/** Of none of the words that say something about an account. A company may be "of" or "and" something. */
function isNoRemark(text: string): boolean {
  return plainWords(text).every((word) => small.has(word) || !notOfNames.has(word));
}
