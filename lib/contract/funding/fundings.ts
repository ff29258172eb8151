import * as z from "zod/mini";
import { showExactly } from "#lib/text/visible-text";
import { fundingStates, walletWords } from "#lib/transfer/funding";
import { reason } from "../records";

/** A business funds a transfer from a browser wallet. The wallet's word is a claim: the chain says what arrived. */

const evmAddress = z
  .string("Give the wallet's address.")
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, "This is not the address of a wallet."));

const nameOfWallet = (text: string) =>
  showExactly(text.slice(0, 100)).slice(0, 200).trim() || "Unnamed wallet";

/** `POST /api/transfers/{id}/fundings`. */
export const FundingInput = z.strictObject({
  /** As the wallet calls itself; it comes from an extension, so it is cut and not refused. */
  wallet: z.pipe(z.string("Name the wallet."), z.transform(nameOfWallet)),
  from: z.pipe(
    evmAddress,
    z.transform((address) => address.toLowerCase()),
  ),
  /** Beside a payer's link: the `until` of the refusal, so that another link is confirmed again. */
  confirmsPayLink: z.optional(z.string().check(z.maxLength(40))),
  /** Beside a funding file: the time at which it was made, from the refusal. */
  confirmsFile: z.optional(z.string().check(z.maxLength(40))),
});
export type FundingInput = z.output<typeof FundingInput>;

/** `POST …/{fid}/answer`. */
export const FundingAnswer = z.strictObject({
  said: z.enum(walletWords, "Say what the wallet did."),
  /** Anything: what is no hash is not believed. */
  hash: z.optional(z.string().check(z.maxLength(200))),
  /** Of the wallet's error, as text. */
  code: z.optional(z.string().check(z.regex(/^-?\d{1,12}$/, "This is not an error's code."))),
  /** Of the same error. They are judged, and not kept. */
  words: z.optional(z.string().check(z.maxLength(1_000))),
});
export type FundingAnswer = z.output<typeof FundingAnswer>;

/** `POST …/{fid}/close`. */
export const FundingEnd = z.strictObject({ reason });
export type FundingEnd = z.output<typeof FundingEnd>;

/** The licence to ask the wallet once, and for what. */
export const FundingTerms = z.strictObject({
  id: z.uuid(),
  chainId: z.int(),
  contract: z.string(),
  to: z.string(),
  units: z.string().check(z.describe("A whole number of the token's smallest unit.")),
});
export type FundingTerms = z.output<typeof FundingTerms>;

export const FundingStanding = z.strictObject({ id: z.uuid(), state: z.enum(fundingStates) });
