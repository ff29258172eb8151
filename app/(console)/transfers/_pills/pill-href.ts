import type { GivenFilters } from "#lib/contract/transfer/filter-names";
import { listHref } from "../list-href";
import type { PillKind } from "./pill-kinds";

/** The filters that a pill sets. */
const filtersOf: Record<PillKind, readonly (keyof GivenFilters)[]> = {
  days: ["days", "from", "to"],
  bank: ["bank"],
  payee: ["payee"],
  person: ["person"],
  network: ["network"],
  amount: ["min", "max"],
  received: ["received"],
  reason: ["reason"],
  token: ["token"],
  account: ["account"],
  batch: ["batch"],
};

/** The same list without what a pill sets, or with something else. */
export function pillHref(given: GivenFilters, kind: PillKind, chosen: GivenFilters = {}) {
  const without = Object.fromEntries(filtersOf[kind].map((name) => [name, undefined]));
  return listHref({ ...given, ...without, ...chosen });
}
