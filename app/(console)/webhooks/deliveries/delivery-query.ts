import type { Route } from "next";
import type { DeliveryState } from "#lib/features/telling/delivery-states";
import { DeliveryListInput } from "#lib/features/telling/webhooks";
import { listPath } from "#lib/text/paths";
import { readFilters, type SearchParams } from "#lib/text/read-filters";

const filterNames = ["state", "endpoint", "transfer"] as const;

/** The visitor can't choose the size of a page. */
export function readDeliveryQuery(params: SearchParams) {
  return readFilters(DeliveryListInput, [...filterNames, "cursor"], params);
}

type Filters = {
  state?: DeliveryState | undefined;
  endpoint?: string | undefined;
  transfer?: string | undefined;
  cursor?: string | undefined;
};

/** The page of these filters; without a cursor, the newest. */
export function deliveriesHref({ state, endpoint, transfer, cursor }: Filters): Route {
  return listPath("/webhooks/deliveries", { state, endpoint, transfer, cursor }) as Route;
}
