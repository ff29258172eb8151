import { env } from "#lib/server/config/env";
import { dayOf } from "#lib/text/zone-day";

/** A payee who says today what arrived, as a person records it. */
export function payeeSaid(amount: string, more: object = {}) {
  return { amount, day: dayOf(Date.now(), env().timeZone), toldBy: "Ada, by phone", ...more };
}
