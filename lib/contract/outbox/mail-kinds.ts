import type { Role } from "#lib/contract/roles";

/** What an account's own person is told at once. It cannot be turned off. */
export const securityKinds = {
  "security.signed_in": "New sign-in",
  "security.password_entered": "Password entered, no second factor",
  "security.password_changed": "Password changed",
  "security.second_factor_on": "Second factor turned on",
  "security.second_factor_off": "Second factor turned off",
  "security.second_factor_reset": "Second factor reset",
  "security.recovery_code_used": "Recovery code used",
  "security.role_changed": "Role changed",
  "security.disabled": "Account disabled",
} as const;
export type SecurityKind = keyof typeof securityKinds;

/** What every admin is told at once. */
const adminKinds = {
  "webhook.added": "Webhook added",
  "webhook.moved": "Webhook address changed",
  "webhook.secret_renewed": "New webhook secret",
  "webhook.failing": "Webhook failing",
  "webhook.off": "Webhook turned off",
} as const;
export type AdminKind = keyof typeof adminKinds;

const ownKinds = { needs_you: "Needs you", day_summary: "Day’s summary" } as const;

/** What a feature tells. */
export const featureKinds = {
  "approvals.asked": "Asked to approve",
  "approvals.own": "Asked for an approval",
  "approvals.reminder": "Approval still waits",
  "approvals.rules": "Rules for payouts",
  "batches.needs_you": "Batches need you",
} as const;
export type FeatureKind = keyof typeof featureKinds;

/** What goes to somebody who is no person of this dashboard. */
export const adviceMail = "payment_advice";
const outwardKinds = { [adviceMail]: "Payment advice" } as const;

/** What a person can choose. */
export const mailChoices = ["needs_you", "day_summary", "approvals"] as const;
export type MailChoice = (typeof mailChoices)[number];

/** Every kind of mail that waits in the database, in a few words. */
export const mailKinds = { ...securityKinds, ...adminKinds, ...ownKinds, ...featureKinds, ...outwardKinds };
export type MailKind = keyof typeof mailKinds;

export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mailKinds, kind);
}

/** Who can do something about what needs somebody. */
export const rolesThatAct: readonly Role[] = ["finance", "admin"];
