import * as z from "zod/mini";
import { isVisible } from "#lib/contract/api";

/** What stands at the top of each payment advice, where an admin has set it. */

export const mostLogoBytes = 100_000;
/** Of a PNG, in pixels. */
export const mostLogoSide = 2_000;
export const mostAddressLines = 6;
const [longestName, longestLine] = [200, 100];

const none = (text: string) => (text === "" ? null : text);
const inOneLine = (text: string) => text.trim().replace(/\s+/g, " ").normalize("NFC");

const name = z.pipe(
  z.string("The name must be text.").check(
    z.maxLength(longestName, `The name is too long: use at most ${longestName} characters.`),
    z.refine(isVisible, "The name contains an invisible character. Type it again."),
    z.refine((text) => text.trim() === "" || /\p{L}/u.test(text), "The name needs at least one letter."),
  ),
  z.transform((text) => none(inOneLine(text))),
);

const linesOf = (text: string) => text.split(/\r\n|\r|\n/);

const address = z.pipe(
  z.string("The address must be text.").check(
    z.refine(
      (text) =>
        text.length <= 2_000 && linesOf(text).filter((line) => line.trim()).length <= mostAddressLines,
      `Use at most ${mostAddressLines} lines.`,
    ),
    z.refine(
      (text) => linesOf(text).every((line) => line.trim().length <= longestLine),
      `A line is too long: use at most ${longestLine} characters in each.`,
    ),
    z.refine(
      (text) => linesOf(text).every((line) => isVisible(line.replaceAll("\t", " "))),
      "The address contains an invisible character. Type it again.",
    ),
  ),
  z.transform((text) => none(linesOf(text).map(inOneLine).filter(Boolean).join("\n"))),
);

/** `RC 1184207`, however it was typed; other registers keep their letters. `undefined`: it is no such number. */
function readRcNumber(text: string): string | undefined {
  const [, register = "RC", digits] =
    /^(?:(RC|BN|IT|LLP|LP)[\s.:/-]*(?:(?:no|number)[\s.:]*)?)?(\d{1,8})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : `${register.toUpperCase()} ${digits}`;
}

const rcNumber = z.pipe(
  z
    .string("The RC number must be text.")
    .check(
      z.refine(
        (text) => text.trim() === "" || (text.length <= 40 && readRcNumber(text) !== undefined),
        "An RC number has up to 8 digits, such as RC 1184207.",
      ),
    ),
  z.transform((text) => readRcNumber(text) ?? null),
);

const withoutWord = (text: string) => inOneLine(text).replace(/^VAT[\s.:-]*(?:(?:no|number)\b[\s.:]*)?/i, "");

const vatNumber = z.pipe(
  z
    .string("The VAT number must be text.")
    .check(
      z.refine(
        (text) => text.trim() === "" || (text.length <= 60 && isVatNumber(withoutWord(text))),
        "A VAT number has digits, letters, hyphens and spaces, such as 01234567-0001.",
      ),
    ),
  z.transform((text) => none(withoutWord(text).toUpperCase())),
);

function isVatNumber(text: string): boolean {
  return /^[A-Z0-9][A-Z0-9 ./-]{0,29}$/i.test(text) && /\d/.test(text);
}

/** The file as it is, in base64. What it holds is judged by the server. */
const logo = z.string("Send the logo as base64.").check(
  z.refine((text) => /^[A-Za-z0-9+/]+={0,2}$/.test(text), "Send the logo as base64."),
  z.refine(
    (text) => text.length <= Math.ceil(mostLogoBytes / 3) * 4,
    `The logo has more than ${mostLogoBytes / 1_000} kB. Choose a smaller one.`,
  ),
  z.describe(
    `A PNG or an SVG of at most ${mostLogoBytes} bytes, as base64. null removes it; without it, it stays.`,
  ),
);

/** `PUT /api/letterhead`. An empty text removes it. `after` is the version that the person saw. */
export const LetterheadInput = z.strictObject({
  after: z
    .string("Say which version you saw.")
    .check(z.regex(/^(0|[1-9]\d{0,8})$/, "This is not the number of a version.")),
  ...{ name, address, rcNumber, vatNumber },
  logo: z.optional(z.nullable(logo)),
});
export type LetterheadInput = z.output<typeof LetterheadInput>;
/** As it is typed and sent. */
export type LetterheadText = z.input<typeof LetterheadInput>;

/** Room for the largest logo beside the longest texts. */
export const mostLetterheadBytes = 150_000;

/** `GET /api/letterhead/logo`. With the hash the browser keeps it, since another logo has another one. */
export const LogoInput = z.strictObject({
  hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, "This is not the hash of a logo."))),
});
export type LogoInput = z.output<typeof LogoInput>;

export const logoTypes = { png: "image/png", svg: "image/svg+xml" } as const;
export type LogoType = keyof typeof logoTypes;

export const Letterhead = z.strictObject({
  version: z.int().check(z.describe("Grows with each change; 0 where nothing was ever set.")),
  name: z.nullable(z.string()).check(z.describe("null: the business’s name at the service stands there.")),
  address: z.nullable(z.string()).check(z.describe("Lines are separated by a line break.")),
  rcNumber: z.nullable(z.string()),
  vatNumber: z.nullable(z.string()),
  logo: z
    .nullable(z.strictObject({ type: z.enum(["png", "svg"]), hash: z.string() }))
    .check(z.describe("Of the file as it is kept, which is not the file as it was sent: SHA-256.")),
});
export type Letterhead = z.output<typeof Letterhead>;
