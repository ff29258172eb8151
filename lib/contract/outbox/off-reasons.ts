/** Why the dashboard turned an endpoint off: it is gone by its answer, or took nothing for three days. */
export const offReasons = ["gone", "nothing_delivered"] as const;
export type OffReason = (typeof offReasons)[number];
