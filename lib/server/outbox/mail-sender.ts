import { env } from "#lib/server/config/env";

/** `never`: this mail would be refused again. `code`: an SMTP code such as `550`, or a short word of capitals. */
export type SendResult = { state: "sent" } | { state: "later" | "never"; code: string };

/** Whether this server sends mail. */
export function isMailSet(): boolean {
  return env().mail !== undefined;
}
