import { logoTypes } from "#lib/contract/letterhead/letterhead";
import { keepRate } from "#lib/features/insight/server/rates";
import { apiDescription } from "#lib/server/api/api-description";
import type { Verbs } from "#lib/server/api/route";
import { spendQuota } from "#lib/server/auth/quota";
import { findServiceWords, teachWord } from "#lib/server/callbacks/service-words";
import { checkReach } from "#lib/server/doctor/reach-checks";
import { findLetterhead, findLogo, setLetterhead } from "#lib/server/letterhead/letterhead";
import { underWay } from "#lib/server/observe/under-way";
import { listBanks } from "#lib/server/service/banks";
import { getBusiness } from "#lib/server/service/business";
import { getQuote, getQuoteFor } from "#lib/server/service/quotes";
import { judged } from "#lib/server/submission/odd-quotes";

export const businessVerbs = {
  "GET /api/banks": async ({ query }) => {
    const { banks, fetchedAt, isStale, skipped, lost } = await listBanks(query.country);
    const ageSeconds = Math.max(0, Math.round((Date.now() - Date.parse(fetchedAt)) / 1000));
    const headers = {
      age: `${ageSeconds}`,
      "x-fetched-at": fetchedAt,
      "x-stale": `${isStale}`,
      "x-skipped-rows": `${skipped}`,
      "x-lost-banks": lost === undefined ? "none" : `${lost.now} of ${lost.before} since ${lost.fetchedAt}`,
    };
    return { body: banks, headers };
  },
  "GET /api/business": async () => ({ body: await getBusiness() }),
  /** For an <img> alone: opened by itself it is inert (`policyOfPicture`). */
  "GET /api/letterhead/logo": async ({ query }) => {
    const { type, bytes } = await findLogo(query);
    return {
      body: new Blob([new Uint8Array(bytes)]).stream(),
      headers: {
        "content-type": logoTypes[type],
        "content-length": `${bytes.length}`,
        "cache-control":
          query.hash === undefined ? "no-store" : "private, max-age=31536000, immutable, no-transform",
      },
    };
  },
  "GET /api/letterhead": async () => ({ body: await findLetterhead() }),
  "PUT /api/letterhead": async ({ body, actor }) => ({
    body: await setLetterhead(body, actor),
  }),
  "GET /api/openapi.json": async () => ({ body: apiDescription() }),
  "POST /api/quote": async ({ body: { amount, outputAmount, ...subject }, actor }) => {
    const quote =
      outputAmount === undefined
        ? await getQuote({ ...subject, amount: amount ?? "" })
        : await getQuoteFor(outputAmount, subject, () => spendQuota("quote", actor));
    // The answer doesn't wait for it.
    void underWay(keepRate(quote));
    return { body: await judged(quote) };
  },
  /** A POST, since it asks our own public address. */
  "POST /api/reach": async () => {
    const { value } = await checkReach().next();
    return { body: { isReached: value?.level === "ok", text: value?.text ?? "" } };
  },
  "GET /api/words": async () => ({ body: await findServiceWords() }),
  "POST /api/words": async ({ body, actor }) => ({
    body: await teachWord(body, actor),
  }),
} satisfies Partial<Verbs>;
