import * as z from "zod/mini";
import { defaultAsset, defaultChannel, defaultCountry, defaultCurrency } from "#lib/asset/defaults";
import { compareAmounts } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import { ReadAmount, WireAmount } from "./wire";

/**
 * The service's wire format: sections 2.1 to 2.6 of its interface document, in its order and words. Requests refuse unknown
 * fields; answers keep them, and take numbers as strings. What the document calls "not shown" has no schema.
 */

const text = (what: string) => z.string(`${what} must be a string`);
const filled = (what: string) =>
  text(what).check(z.refine((value) => value.trim() !== "", `${what} is required`));
const zero = "0" as Amount;
const positive = z.refine<Amount>((amount) => compareAmounts(amount, zero) > 0, "must be greater than zero");

/** 2.1 Transfer initiation request (body). */
export const TransferInitiationRequest = z.strictObject({
  /** Amount of the token to send. Required. */
  amount: WireAmount.check(positive),
  /** Required. */
  fromCurrency: filled("fromCurrency"),
  /** Required. */
  network: filled("network"),
  /** Code of the destination bank. Required. */
  bankCode: filled("bankCode"),
  /** Payout currency. Required, default NGN. */
  toCurrency: z._default(filled("toCurrency"), defaultCurrency),
  /** ISO country code. Default NG. */
  country: z._default(filled("country"), defaultCountry),
  /** 10-digit Nigerian bank account number. Required. */
  accountNumber: text("accountNumber").check(
    z.regex(/^[0-9]{10}$/, "accountNumber must be exactly 10 digits"),
  ),
  /** Verified name on the bank account. Required. */
  accountName: filled("accountName"),
  /** URL that receives status updates for this transaction. No default. */
  callbackUrl: z.optional(
    text("callbackUrl").check(z.refine((value) => URL.canParse(value), "callbackUrl must be a URL")),
  ),
});
export type TransferInitiationRequest = z.output<typeof TransferInitiationRequest>;

/** 2.2 Transfer initiation response. Further fields of a transfer record: not shown. */
export const TransferInitiationResponse = z.looseObject({
  success: z.literal(true),
  /** Wallet address to which the crypto is sent. */
  address: z.string().check(z.minLength(1), z.maxLength(256)),
  /** Identifier used to track status later. */
  transactionId: z.string().check(
    z.maxLength(256),
    z.refine((value) => value.trim() !== "", "transactionId is empty"),
  ),
});
export type TransferInitiationResponse = z.output<typeof TransferInitiationResponse>;

/** 2.3 Quote request (body). */
export const QuoteRequest = z.strictObject({
  /** Amount of crypto to send. Required. */
  amount: WireAmount.check(positive),
  /** Asset ID, as listed by the tokens endpoint. Default base:usdc. */
  asset: z._default(filled("asset"), defaultAsset),
  /** Payout fiat currency. Default NGN. */
  currency: z._default(filled("currency"), defaultCurrency),
  /** ISO country code. Default NG. */
  country: z._default(filled("country"), defaultCountry),
  /** Payout channel. Default BANK. */
  channel: z._default(filled("channel"), defaultChannel),
});
export type QuoteRequest = z.output<typeof QuoteRequest>;

/** 2.4 Quote response. The currency of `fee` is not stated. A rate or output of zero or less counts as no quote. */
export const QuoteResponse = z.looseObject({
  success: z.literal(true),
  quote: z.looseObject({
    rate: ReadAmount.check(positive),
    /** Final fiat amount the user receives. */
    output_amount: ReadAmount.check(positive),
    fee: ReadAmount.check(
      z.refine<Amount>((amount) => compareAmounts(amount, zero) >= 0, "must not be negative"),
    ),
  }),
});
export type QuoteResponse = z.output<typeof QuoteResponse>;

/** 2.2 and 2.4: an answer that says no. */
export function isRefusal(body: unknown): body is object {
  return typeof body === "object" && body !== null && "success" in body && body.success === false;
}

const detail = z._default(
  z.pipe(
    z.nullable(z.string()),
    z.transform((value) => value ?? ""),
  ),
  "",
);

/** 2.5 Business details response. `status` must be active for the key to be usable. */
export const BusinessDetailsResponse = z.looseObject({
  message: z.optional(z.nullable(z.string())),
  business: z.looseObject({
    name: detail,
    type: detail,
    website: detail,
    status: detail,
    owner: detail,
  }),
});
export type BusinessDetailsResponse = z.output<typeof BusinessDetailsResponse>;

/** 2.6 Bank entry. The code is text, because of leading zeros. Codes repeat in the real list. */
export const BankEntry = z.looseObject({
  code: z.string().check(
    z.refine((value) => value.trim() !== "", "code is empty"),
    z.maxLength(32),
  ),
  name: z.string().check(
    z.refine((value) => value.trim() !== "", "name is empty"),
    z.maxLength(300),
  ),
});
export type BankEntry = z.output<typeof BankEntry>;

/** Section 4, relative to the base address. */
export const endpoints = {
  initiate: { method: "POST", path: "/api/v1/transfers/initiate" },
  quote: { method: "POST", path: "/api/v1/transfers/quote" },
  business: { method: "GET", path: "/api/v1/me" },
  banks: { method: "GET", path: "/api/v1/utils/banks" },
} as const;
export type Operation = keyof typeof endpoints;

/** Section 5. */
export const apiKeyHeader = "x-api-key";
