import type { SecurityKind } from "#lib/contract/outbox/mail-kinds";
import { type Role, roleWords } from "#lib/contract/roles";
import { env } from "#lib/server/config/env";
import type { Letter } from "#lib/server/outbox/letter";
import { formatTime } from "#lib/text/format-time";

/** What is known of an act on an account. Nothing that opens anything. */
export type SecurityFacts = {
  /** Of the browser, in our own words: a user agent can say anything. */
  address?: string | null;
  browser?: string;
  from?: Role;
  to?: Role;
};

const titles: Record<SecurityKind, (facts: SecurityFacts) => { subject: string; text: string }> = {
  "security.signed_in": () => ({
    subject: "New sign-in to the dashboard",
    text: "Somebody signed in with your account, from a browser that we didn’t know.",
  }),
  "security.password_entered": () => ({
    subject: "Your password was entered",
    text: "Somebody entered your password in a browser that we don’t know. The second factor didn’t follow, so nobody is signed in. If it wasn’t you, change your password.",
  }),
  "security.password_changed": () => ({
    subject: "Your password was changed",
    text: "The password of your account was changed. Your other sessions have ended.",
  }),
  "security.second_factor_on": () => ({
    subject: "Second factor turned on",
    text: "A second factor was set up for your account. Every sign-in asks for it.",
  }),
  "security.second_factor_off": () => ({
    subject: "Second factor turned off",
    text: "The second factor of your account was turned off. The password alone now signs in.",
  }),
  "security.second_factor_reset": () => ({
    subject: "Second factor reset",
    text: "An admin reset the second factor of your account. The password alone now signs in.",
  }),
  "security.recovery_code_used": () => ({
    subject: "A recovery code was used",
    text: "Somebody signed in with your password and one of your recovery codes. That code no longer works.",
  }),
  "security.role_changed": ({ from, to }) => ({
    subject: "Your role was changed",
    text:
      from === undefined || to === undefined
        ? "An admin changed your role."
        : `An admin changed your role from ${roleWords[from].name} to ${roleWords[to].name}. ${roleWords[to].can}.`,
  }),
  "security.disabled": () => ({
    subject: "Your account was disabled",
    text: "An admin disabled your account. Your sessions have ended, and you can’t sign in.",
  }),
};

export function securityLetter(kind: SecurityKind, facts: SecurityFacts, at: string): Letter {
  const { subject, text } = titles[kind](facts);
  const when = `When: ${formatTime(at, env().timeZone, { hasSeconds: true })}`;
  const where = [facts.browser, facts.address].filter((each) => each != null).join(", ");
  return {
    subject,
    paragraphs: [
      { text },
      { list: [{ text: when }, ...(where === "" ? [] : [{ text: `From: ${where}` }])] },
      { text: "If this wasn’t expected, tell an admin now." },
    ],
  };
}
