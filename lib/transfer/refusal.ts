/** What kind of no ended a transfer before it was created. */
export const refusalCodes = [
  "not_reached",
  "not_the_service",
  "key_rejected",
  "business_inactive",
  "rate_limited",
  "service_refused",
] as const;

/** What the service can refuse of a request, by its names. */
export const refusalFields = [
  "amount",
  "fromCurrency",
  "network",
  "bankCode",
  "toCurrency",
  "country",
  "accountNumber",
  "accountName",
  "callbackUrl",
] as const;
export type RefusalField = (typeof refusalFields)[number];

export type Refusal = {
  code: (typeof refusalCodes)[number];
  /** How long the service asked us to wait; null where it didn't say. */
  retryAfterSeconds: number | null;
  /** Null where it named none, or several. */
  field: RefusalField | null;
};

/** As an event keeps it: `key_rejected`, `rate_limited 12`, `service_refused accountNumber`. */
export function writeRefusal({ code, retryAfterSeconds, field }: Refusal): string {
  return [code, retryAfterSeconds, field].filter((part) => part !== null).join(" ");
}

/** Null where the event keeps none. */
export function readRefusal(word: string | null): Refusal | null {
  const [kept, detail = ""] = word?.split(" ") ?? [];
  const code = refusalCodes.find((known) => known === kept);
  if (code === undefined) return null;
  const retryAfterSeconds = /^\d{1,6}$/.test(detail) ? Number.parseInt(detail, 10) : null;
  return { code, retryAfterSeconds, field: refusalFields.find((known) => known === detail) ?? null };
}
