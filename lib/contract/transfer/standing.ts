import * as z from "zod/mini";
import { reason, seenEvent } from "#lib/contract/records";
import { settlements } from "#lib/transfer/status-words";

/** What people decide about where a transfer stands, and what an admin says that a service's word means. */

/** `POST /api/transfers/{id}/opening` and `.../stop`. `seen`: what came since isn't decided with it. */
export const StandingInput = z.strictObject({ reason, seen: seenEvent });
export type StandingInput = z.output<typeof StandingInput>;

export const longestWord = 64;

export const taughtMeanings = [...settlements, "nothing"] as const;
export type TaughtMeaning = (typeof taughtMeanings)[number];

/** `POST /api/words`. An update without a body has the empty word; `as_before` takes back what was taught. */
export const WordInput = z.strictObject({
  word: z
    .string("Give the word as the service sends it.")
    .check(z.maxLength(longestWord, `A word has at most ${longestWord} characters.`)),
  meaning: z.enum([...taughtMeanings, "as_before"], "Choose what the word means."),
});
export type WordInput = z.output<typeof WordInput>;

const TaughtWord = z.strictObject({
  word: z.string().check(z.describe("In lower case, with `_` for spaces and `-`.")),
  meaning: z.enum(taughtMeanings).check(z.describe("`nothing`: it says nothing of a transfer.")),
  by: z.string(),
  at: z.iso.datetime(),
});
export const ServiceWords = z.strictObject({
  taught: z.array(TaughtWord),
  unknown: z
    .array(z.strictObject({ word: z.string(), transfers: z.int() }))
    .check(z.describe("Words that nobody knows, and how many transfers they close now.")),
});
export type ServiceWords = z.output<typeof ServiceWords>;
