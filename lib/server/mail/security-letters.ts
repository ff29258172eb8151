import type { AdminKind, SecurityKind } from "#lib/contract/outbox/mail-kinds";
import { type Role, roleWords } from "#lib/contract/roles";
import { env } from "#lib/server/config/env";
import type { Letter } from "#lib/server/outbox/letter";
import { formatTime } from "#lib/text/format-time";
import { showExactly } from "#lib/text/visible-text";

/** What is known of an act on an account. Nothing that opens anything. */
export type SecurityFacts = {
  /** Of the browser, in our own words: a user agent can say anything. */
  address?: string | null;
  browser?: string;
  from?: Role;
  to?: Role;
};

/** What is known of a webhook: its host alone, since a path can hold a token. `by`: how the admin is called on a screen; `why` our words. */
export type AdminFacts = { name: string; host: string; by?: string; why?: string };

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

const adminTitles: Record<AdminKind, { subject: string; text: (name: string, host: string) => string }> = {
  "webhook.added": {
    subject: "A webhook was added",
    text: (name, host) => `From now on ${name} at ${host} gets messages about transfers.`,
  },
  "webhook.moved": {
    subject: "A webhook has a new address",
    text: (name, host) => `From now on ${name} gets messages about transfers at ${host}.`,
  },
  "webhook.secret_renewed": {
    subject: "A webhook has a new secret",
    text: (name, host) =>
      `The secret of ${name} at ${host} was renewed. The old one signs for 24 more hours.`,
  },
  "webhook.failing": {
    subject: "A webhook is failing",
    text: (name, host) => `${name} at ${host} doesn’t take what we send. It is tried again automatically.`,
  },
  "webhook.off": {
    subject: "A webhook is off",
    text: (name, host) => `${name} at ${host} was turned off. It is told nothing until an admin turns it on.`,
  },
};

export function adminLetter(kind: AdminKind, { name, host, by, why }: AdminFacts, at: string): Letter {
  const { subject, text } = adminTitles[kind];
  const facts = [
    `When: ${formatTime(at, env().timeZone, { hasSeconds: true })}`,
    ...(by === undefined ? [] : [`By: ${showExactly(by)}`]),
    ...(why === undefined ? [] : [`Why: ${showExactly(why)}`]),
  ];
  return {
    subject,
    paragraphs: [
      { text: text(showExactly(name), showExactly(host)) },
      { list: facts.map((each) => ({ text: each })) },
      { text: "Open the webhooks of the dashboard", path: "/webhooks" },
    ],
  };
}
