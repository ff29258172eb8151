import { BanksInput } from "#lib/contract/api";
import { listBanks } from "#lib/server/banks";
import { direct } from "#lib/server/direct";
import { route } from "#lib/server/route";

export const GET = direct(
  "GET /api/banks",
  route({ may: "read", quota: "business", query: BanksInput }, async ({ query }) => {
    const { banks, fetchedAt, isStale, skipped } = await listBanks(query.country);
    const ageSeconds = Math.max(0, Math.round((Date.now() - Date.parse(fetchedAt)) / 1000));
    const headers = {
      age: `${ageSeconds}`,
      "x-fetched-at": fetchedAt,
      "x-stale": `${isStale}`,
      "x-skipped-rows": `${skipped}`,
    };
    return { body: banks, headers };
  }),
);
