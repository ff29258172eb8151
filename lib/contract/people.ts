import * as z from "zod/mini";
import { isSeen } from "#lib/text/visible-text";
import type * as answers from "./people-answers";
import { roles } from "./roles";

/** Our API's format for people, sign-in and sessions. The inputs are also the forms' schemas. */

const emailAddress = z.pipe(
  z.string("Enter the e-mail address.").check(z.trim(), z.toLowerCase(), z.normalize()),
  z.email("Enter an e-mail address, such as ada@example.com.").check(z.maxLength(254, "This is too long.")),
);
const personName = z
  .string("Enter a name.")
  .check(
    z.trim(),
    z.normalize(),
    z.minLength(1, "Enter a name."),
    z.maxLength(100, "Use at most 100 characters."),
    z.refine(isSeen, "Enter a name with visible characters."),
  );
/** Taken as typed; `lib/contract/password.ts` has its rules. No NUL, since scrypt would ignore it at the end. */
const password = z.string("Enter the password.").check(
  z.normalize(),
  z.minLength(1, "Enter the password."),
  z.maxLength(1024, "This is too long."),
  z.refine((text) => !text.includes("\0"), "This contains a character that can't be typed."),
);
const appCode = z.string("Enter the code.").check(
  z.overwrite((text) => text.replace(/[\s-]/g, "")),
  z.regex(/^\d{6}$/, "Enter the 6 digits that the app shows."),
);
const recoveryCode = z
  .string("Enter the recovery code.")
  .check(z.trim(), z.minLength(1, "Enter a recovery code."), z.maxLength(40, "This isn't a recovery code."));
const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "This isn't a link from this dashboard."));

/** What keeps a person from approving for a time. */
export type ApprovalHoldReason = "joined" | "role_raised" | "enabled" | "password_link" | "factor_reset";

export const SignInInput = z.strictObject({ email: emailAddress, password });
export type SignInInput = z.infer<typeof SignInInput>;
export type Entered = z.output<typeof answers.Entered>;
export type SignedIn = z.output<typeof answers.SignedIn>;

export const CodeInput = z.strictObject({ code: appCode });
export type CodeInput = z.infer<typeof CodeInput>;
export const RecoveryCodeInput = z.strictObject({ code: recoveryCode });
export type RecoveryCodeInput = z.infer<typeof RecoveryCodeInput>;

export const NewPasswordInput = z.strictObject({ currentPassword: password, newPassword: password });
export type NewPasswordInput = z.infer<typeof NewPasswordInput>;
/** The code is needed where there is a second factor. */
export const ConfirmInput = z.strictObject({ password, code: z.optional(appCode) });
export type ConfirmInput = z.infer<typeof ConfirmInput>;
export const PasswordInput = z.strictObject({ password });
export type PasswordInput = z.infer<typeof PasswordInput>;
export const SessionInput = z.strictObject({ id: z.uuid("This is no session.") });
export type SessionInput = z.infer<typeof SessionInput>;
export type NewSecondFactor = z.output<typeof answers.NewSecondFactor>;

export const SetupInput = z.strictObject({
  token: linkToken,
  name: personName,
  email: emailAddress,
  password,
});
export type SetupInput = z.infer<typeof SetupInput>;
export const LinkInput = z.strictObject({ token: linkToken, name: z.optional(personName), password });
export type LinkInput = z.infer<typeof LinkInput>;
export const LinkQuestion = z.strictObject({ token: linkToken });
export type LinkContent = z.output<typeof answers.LinkContent>;

export const InvitationInput = z.strictObject({
  email: emailAddress,
  role: z.enum(roles, "Choose a role."),
});
export type InvitationInput = z.infer<typeof InvitationInput>;
/** Says that the person has seen whose payouts nobody could approve then: `nobody_approves` names them. */
const confirmed = { confirmNobodyApproves: z.optional(z.literal(true)) };
export const PersonChange = z.union([
  z.strictObject({ role: z.enum(roles, "Choose a role."), ...confirmed }),
  z.strictObject({ isDisabled: z.boolean("Say whether the account is disabled."), ...confirmed }),
  z.strictObject({ secondFactor: z.literal("reset"), ...confirmed }),
]);
export type PersonChange = z.infer<typeof PersonChange>;
export const SecondFactorEnd = z.strictObject({ ...ConfirmInput.shape, ...confirmed });
export type SecondFactorEnd = z.infer<typeof SecondFactorEnd>;

/** Times are ISO 8601 in UTC. */
export type PersonEntry = z.output<typeof answers.PersonEntry>;
export type People = z.output<typeof answers.People>;
export type InvitationEntry = People["invitations"][number];
export type PasswordLinkEntry = People["passwordLinks"][number];
export type OneTimeLink = z.output<typeof answers.OneTimeLink>;
export type SessionEntry = z.output<typeof answers.Sessions>[number];
