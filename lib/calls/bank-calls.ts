import { queryOptions } from "@tanstack/react-query";
import type { BankList } from "#lib/contract/api";
import { call } from "./call";

/** Not in `queries.ts`, which every page loads. */

/** The banks (2.6) and the age of the list. */
export function banksQuery(country: string) {
  return queryOptions({
    queryKey: ["banks", country],
    queryFn: async ({ signal }): Promise<BankList> => {
      const { body, headers } = await call("GET /api/banks", { query: { country }, signal });
      return {
        banks: body,
        fetchedAt: headers.get("x-fetched-at") ?? "",
        isStale: headers.get("x-stale") === "true",
        skipped: Number.parseInt(headers.get("x-skipped-rows") ?? "0", 10),
        ...lostBanks(headers.get("x-lost-banks")),
      };
    },
    staleTime: 10 * 60_000,
  });
}

function lostBanks(header: string | null): Pick<BankList, "lost"> {
  const [, now, before, fetchedAt] = /^(\d+) of (\d+) since (\S+)$/.exec(header ?? "") ?? [];
  if (now === undefined || before === undefined || fetchedAt === undefined) return {};
  return { lost: { now: Number.parseInt(now, 10), before: Number.parseInt(before, 10), fetchedAt } };
}
