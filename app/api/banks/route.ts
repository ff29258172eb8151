import { route } from "#lib/server/api/route";
import { listBanks } from "#lib/server/service/banks";

export const GET = route("GET /api/banks", async ({ query }) => {
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
});
