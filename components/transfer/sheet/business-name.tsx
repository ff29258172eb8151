"use client";

import { useQuery } from "@tanstack/react-query";
import { businessQuery } from "#lib/calls/queries";
import { showInvisible } from "#lib/text/visible-text";

/** As the service has it; nothing while it doesn't answer. */
export function BusinessName() {
  const { data } = useQuery(businessQuery);
  return <>{showInvisible(data?.name.trim() ?? "")}</>;
}
