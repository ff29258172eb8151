import * as z from "zod/mini";
import { amountMessage } from "#lib/asset/amount-message";
import type { Asset } from "#lib/asset/asset";
import { defaultChannel, defaultCountry, defaultCurrency } from "#lib/asset/defaults";
import { parseAmount } from "#lib/money/amount";
import { isPublicHost } from "#lib/text/public-host";
import { eachOwnText } from "#lib/transfer/own-texts";
import type * as answers from "./answers";
import { payouts } from "./payouts";
import type { TransferEvent as EventAnswer } from "./transfer/event-answer";

/** Our own /api format. Amounts are decimal strings, times ISO 8601 in UTC. The forms use the same schemas. */

export type InputRules = {
  assets: readonly Asset[];
  /** Sandbox mode only: a callback URL may use http and a private or loopback host. */
  allowPrivateCallbacks: boolean;
};

const only = (value: string, message: string) =>
  z._default(z.string(message).check(z.refine((given) => given === value, message)), value);
const currency = only(defaultCurrency, "Only NGN can be paid out.");
const country = only(defaultCountry, "Payouts are to NG only.");
const channel = only(defaultChannel, "Payouts use the channel BANK only.");

export function assetOf(rules: InputRules) {
  return z
    .string("Choose a token and its network.")
    .check(
      z.refine(
        (id) => rules.assets.some(({ asset }) => asset === id),
        "This token and network are not on the list.",
      ),
    );
}

export const amount = z.string('Give the amount as text in quotes, such as "1250.5".');

/** The amount's rules need the token's decimals and limits, so they are checked on the whole input. */
function checkAmount(rules: InputRules) {
  return z.check<{ amount?: string | undefined; asset: string }>((context) => {
    const { amount, asset } = context.value;
    if (amount === undefined) return;
    const token = rules.assets.find((row) => row.asset === asset);
    const message = amountMessage(amount, token);
    if (message !== undefined)
      context.issues.push({ code: "custom", path: ["amount"], message, input: amount });
  });
}

/** `POST /api/quote` (2.3), by what is sent or by what the recipient is to get. */
export function quoteInput(rules: InputRules) {
  return z
    .strictObject({
      amount: z.optional(amount),
      /** The recipient gets at least this. */
      outputAmount: z.optional(z.string('Give the amount as text in quotes, such as "5000000".')),
      asset: assetOf(rules),
      currency,
      country,
      channel,
    })
    .check(checkEitherAmount(rules));
}
export type QuoteInput = z.input<ReturnType<typeof quoteInput>>;
/** With every default applied. */
export type CheckedQuoteInput = z.output<ReturnType<typeof quoteInput>>;

function checkEitherAmount(rules: InputRules) {
  return z.check<{ amount?: string | undefined; outputAmount?: string | undefined; asset: string }>(
    (context) => {
      const { amount, outputAmount, asset } = context.value;
      const token = rules.assets.find((row) => row.asset === asset);
      const [payout] = payouts;
      const refuse = (path: string, message: string | undefined) =>
        message !== undefined &&
        context.issues.push({ code: "custom", path: [path], message, input: context.value });
      if (outputAmount === undefined) refuse("amount", amountMessage(amount ?? "", token));
      else if (amount !== undefined) refuse("outputAmount", "Give either the amount or the output amount.");
      else refuse("outputAmount", parseOutput(outputAmount, payout.minorDigits));
    },
  );
}

function parseOutput(text: string, minorDigits: number): string | undefined {
  const parsed = parseAmount(text, minorDigits);
  return parsed.ok ? undefined : parsed.message;
}

export const isVisible = (text: string) => !/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u.test(text);

const accountName = z.pipe(
  z.string("Enter the name on the account.").check(
    z.refine((name) => name.trim() !== "", "Enter the name on the account."),
    z.refine(isVisible, "The name contains an invisible character. Type it again."),
    z.refine((name) => name.trim().length >= 2, "The name is too short."),
    z.refine((name) => name.length <= 200, "The name is too long: use at most 200 characters."),
    z.refine((name) => /\p{L}/u.test(name), "The name needs at least one letter."),
  ),
  z.transform((name) => name.trim().normalize("NFC")),
);

/** Returns the sentence for a refused callback URL, or `undefined`. */
function callbackUrlMessage(text: string, allowPrivate: boolean): string | undefined {
  if (text.length > 2048) return "The callback URL is too long.";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || /[\s\p{Cc}]/u.test(text))
    return "Enter a full URL, such as https://example.com/updates.";
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:"))
    return "The callback URL must start with https.";
  if (url.username !== "" || url.password !== "")
    return "The callback URL must not contain a user name or password.";
  if (url.hash !== "") return "The callback URL must not contain a fragment (#).";
  if (!allowPrivate && !isPublicHost(url.hostname))
    return "The callback URL must name a public host: the service cannot reach this one.";
  return undefined;
}

function callbackUrl(rules: InputRules) {
  return z.string("The callback URL must be text.").check(
    z.check((context) => {
      const message = callbackUrlMessage(context.value, rules.allowPrivateCallbacks);
      if (message !== undefined) context.issues.push({ code: "custom", message, input: context.value });
    }),
  );
}

/** As text: a JSON number stays what was sent, and is no number here. */
export const versionNumber = z.pipe(
  z
    .string("This is not the number of a version.")
    .check(z.regex(/^[1-9]\d{0,3}$/, "This is not the number of a version.")),
  z.transform((text) => Number.parseInt(text, 10)),
);

/** 2.1. */
export const recipient = {
  bankCode: z.string("Choose a bank.").check(
    z.refine((code) => code !== "", "Choose a bank."),
    z.regex(/^[A-Za-z0-9._-]{0,32}$/, "This is not a bank code."),
  ),
  accountNumber: z.string("Enter the account number as text.").check(
    z.refine((digits) => digits !== "", "Enter the account number."),
    z.refine(
      (digits) => digits === "" || /^[0-9]{10}$/.test(digits),
      "The account number has exactly 10 digits.",
    ),
  ),
  accountName,
};

/** What only we keep. Blank counts as none. */
export function ownText(what: string, most: number) {
  return z.optional(
    z.pipe(
      z
        .string(`The ${what} must be text.`)
        .check(
          z.maxLength(most, `The ${what} is too long: use at most ${most} characters.`),
          z.refine(isVisible, `The ${what} contains an invisible character. Type it again.`),
        ),
      z.transform((text) => text.trim().replace(/\s+/g, " ").normalize("NFC") || undefined),
    ),
  );
}
const ownTexts = eachOwnText(({ label, most }) => ownText(label.toLowerCase(), most));

const bankName = z.optional(
  z.string("The bank's name must be text.").check(z.maxLength(300, "This is not a bank's name.")),
);

/** What a possible duplicate of a transfer is found by. Without an amount, only what is known of the account. */
export function payoutInput(rules: InputRules) {
  const { bankCode, accountNumber } = recipient;
  return z
    .strictObject({
      amount: z.optional(amount),
      asset: assetOf(rules),
      bankCode,
      bankName,
      accountNumber,
      accountName: z.optional(accountName),
      reference: ownTexts.reference,
      payeeId: z.optional(z.uuid("This is not the ID of a payee.")),
    })
    .check(checkAmount(rules));
}

/** The output that the person accepted, and when it was quoted. */
export const acceptedQuote = z.strictObject({
  outputAmount: z.string().check(z.regex(/^\d{1,40}(\.\d{1,18})?$/, "This is not an amount.")),
  quotedAt: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), "This is not a time.")),
});

const askedOutput = z.string('Give the amount as text in quotes, such as "5000000".').check(
  z.check((context) => {
    const [payout] = payouts;
    const message = parseOutput(context.value, payout.minorDigits);
    if (message !== undefined) context.issues.push({ code: "custom", message, input: context.value });
  }),
);

/** `POST /api/transfers` (2.1). `fromCurrency` and `network` are derived from `asset`. */
export function transferInput(rules: InputRules) {
  return z
    .strictObject({
      amount,
      /** What the recipient was to get, where the amount was found for that. The service never gets it. */
      askedOutput: z.optional(askedOutput),
      asset: assetOf(rules),
      currency,
      country,
      ...recipient,
      /** Which of the banks that share the code. The service gets only the code. */
      bankName,
      callbackUrl: z.optional(callbackUrl(rules)),
      ...ownTexts,
      /** Compared with a fresh quote. Optional for other callers. */
      acceptedQuote: z.optional(acceptedQuote),
      /** What the check showed, as a hash: nothing else is created. Optional for other callers. */
      shown: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/, "This is not a hash."))),
      /** Confirms that this is a second transfer like a recent one. */
      confirmSeparate: z.optional(z.boolean()),
      /** Confirms that a quote which makes no sense is meant. */
      confirmOddQuote: z.optional(z.boolean()),
      /** Confirms the account, where a payee has this name with another one. */
      confirmAccount: z.optional(z.boolean()),
      /** Confirms the account name, where a payee has this account under another one. */
      confirmName: z.optional(z.boolean()),
      /** Confirms the bank, where the service's list has another name for it now. */
      confirmBank: z.optional(z.boolean()),
      /** Confirms an amount that is unusual for this account or this person. */
      confirmAmount: z.optional(z.boolean()),
      /** Confirms that this reference was used before. */
      confirmReference: z.optional(z.boolean()),
      /** The payee, and the number of the version whose account this is. */
      payeeId: z.optional(z.uuid("This is not the ID of a payee.")),
      payeeVersion: z.optional(versionNumber),
      /** Our ID of the transfer that this one replaces. */
      replaces: z.optional(z.uuid("This is not the ID of a transfer.")),
    })
    .check(checkAmount(rules));
}
export type TransferInput = z.input<ReturnType<typeof transferInput>>;
export type CheckedTransferInput = z.output<ReturnType<typeof transferInput>>;

/** The `Idempotency-Key` header: a UUID. */
export const IdempotencyKey = z.guid();

export type Business = z.output<typeof answers.Business>;

/** Codes repeat in the real list. */
export type Bank = z.output<typeof answers.Bank>;
/** The age travels in headers, so the body is the bare array. */
export type BankList = {
  banks: Bank[];
  fetchedAt: string;
  /** The service is away and this is its last list. */
  isStale: boolean;
  /** Rows without a usable code and name. */
  skipped: number;
  /** It has lost more than half of its banks, so those of the list before are beside it. */
  lost?: { now: number; before: number; fetchedAt: string };
};

export type TransferEvent = z.output<typeof EventAnswer>;
export type Claim = z.output<typeof answers.Claim>;
export type EventPage = z.output<typeof answers.EventPage>;
export type Transfer = z.output<typeof answers.Transfer>;
export type TransferWithEvents = z.output<typeof answers.TransferWithEvents>;

/** `GET /api/banks` (4.4). */
export const BanksInput = z.strictObject({ country });
