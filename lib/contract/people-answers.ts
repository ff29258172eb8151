import * as z from "zod/mini";
import { roles } from "./roles";
import { Moment } from "./transfer/answer-parts";

const role = z.enum(roles);

export const SignedIn = z
  .strictObject({ next: z.enum(["done", "second_factor"]) })
  .check(z.describe("What comes after this step of the sign-in."));
export const NewSecondFactor = z.strictObject({
  uri: z.string().check(z.describe("What the authenticator app reads.")),
  recoveryCodes: z.array(z.string()),
});
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });
export const LinkContent = z.strictObject({
  kind: z.enum(["invitation", "password"]),
  email: z.string(),
  role,
});

export const PersonEntry = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  isDisabled: z.boolean(),
  hasSecondFactor: z.boolean(),
  createdAt: Moment,
  lastSeenAt: z
    .nullable(Moment)
    .check(z.describe("The last activity in any session of the last 12 hours that was not ended.")),
  sessionCount: z.int().check(z.describe("Sessions that are still open.")),
});
const madeBy = z
  .nullable(z.string())
  .check(z.describe("What the admin who made it is called; null: a command on the server."));
const InvitationEntry = z.strictObject({
  id: z.string(),
  email: z.string(),
  role,
  madeBy,
  expiresAt: Moment,
});
const PasswordLinkEntry = z.strictObject({ id: z.string(), email: z.string(), madeBy, expiresAt: Moment });
export const People = z.strictObject({
  people: z.array(PersonEntry),
  invitations: z.array(InvitationEntry).check(z.describe("Those that nobody has used yet.")),
  passwordLinks: z
    .array(PasswordLinkEntry)
    .check(z.describe("The links for a new password that nobody has used yet.")),
});
export const OneTimeLink = z
  .strictObject({
    path: z.nullable(z.string()).check(z.describe("Null where the link was sent by e-mail.")),
    expiresAt: Moment,
    sentTo: z.nullable(z.string()).check(z.describe("The address that the link was sent to.")),
    mailFault: z
      .nullable(z.string())
      .check(z.describe("Why it was not sent, where this server sends e-mail. The admin passes it on.")),
  })
  .check(z.describe("A link that works once. Only this answer, or the e-mail, contains it."));

export const Sessions = z.array(
  z.strictObject({
    id: z.string(),
    isCurrent: z.boolean(),
    address: z.nullable(z.string()),
    userAgent: z.nullable(z.string()),
    createdAt: Moment,
    lastSeenAt: Moment,
    expiresAt: Moment,
  }),
);

export const SessionLife = z.strictObject({
  endsInMs: z
    .int()
    .check(
      z.describe("In milliseconds: 30 minutes after the last act, and at most 12 hours after the sign-in."),
    ),
});

export const Entered = z
  .strictObject({ next: z.enum(["done", "second_factor", "login"]) })
  .check(
    z.describe(
      "The browser is signed in, or its sign-in waits for the second factor; or the person signs in by themselves.",
    ),
  );
export const NextIsLogin = z.strictObject({ next: z.literal("login") });
export const Changed = z.strictObject({ isChanged: z.literal(true) });
export const TurnedOff = z.strictObject({ isOff: z.literal(true) });
export const Confirmed = z.strictObject({ isConfirmed: z.literal(true) });
export const Done = z.strictObject({ isDone: z.literal(true) });
