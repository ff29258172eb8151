import {
  CodeInput,
  ConfirmInput,
  InvitationInput,
  LinkInput,
  LinkQuestion,
  NewPasswordInput,
  PasswordInput,
  PersonChange,
  RecoveryCodeInput,
  SecondFactorEnd,
  SessionInput,
  SetupInput,
  SignInInput,
} from "#lib/contract/people";
import * as answers from "#lib/contract/people-answers";
import type { ProblemCode } from "#lib/contract/problem";
import type { ApiOperations } from "./api-operation";
import { mailOperations } from "./telling-operations";

/** Getting in, one's own account, and managing people. */

/** What asking for a password and a code can come to. */
const ofProof: ProblemCode[] = ["wrong_credentials", "too_many_requests", "busy", "not_possible_now"];
const signedIn = { "set-cookie": "The session, or the sign-in that waits for its second factor." };

const signIn = {
  "POST /api/auth/sign-in/email": {
    id: "signIn",
    text: "The first step: e-mail address and password.",
    body: () => SignInInput,
    answers: { 200: { text: "The step is done.", schema: answers.SignedIn, headers: signedIn } },
    problems: ["wrong_credentials", "too_many_requests", "busy"],
  },
  "POST /api/auth/two-factor/verify-totp": {
    id: "signInWithApp",
    text: "The second step, with a code from the app. With a session, it confirms a new second factor instead.",
    body: () => CodeInput,
    answers: { 200: { text: "The step is done.", schema: answers.SignedIn, headers: signedIn } },
    problems: ofProof,
  },
  "POST /api/auth/two-factor/verify-backup-code": {
    id: "signInWithRecoveryCode",
    text: "The second step, with a recovery code. Each code works once.",
    body: () => RecoveryCodeInput,
    answers: { 200: { text: "The step is done.", schema: answers.SignedIn, headers: signedIn } },
    problems: ofProof,
  },
  "POST /api/setup": {
    id: "setUp",
    text: "Creates the first admin with the link printed at the start.",
    body: () => SetupInput,
    answers: { 201: { text: "The account is created.", schema: answers.Entered, headers: signedIn } },
    problems: ["link_unusable", "too_many_requests", "busy"],
  },
  "POST /api/welcome/link": {
    id: "readLink",
    text: "What a one-time link is for.",
    body: () => LinkQuestion,
    answers: { 200: { text: "It can be used.", schema: answers.LinkContent } },
    problems: ["link_unusable", "too_many_requests"],
  },
  "POST /api/welcome": {
    id: "acceptLink",
    text: "Creates the account of an invitation, or sets a new password.",
    body: () => LinkInput,
    answers: { 201: { text: "It is done.", schema: answers.Entered, headers: signedIn } },
    problems: ["link_unusable", "too_many_requests", "busy", "person_exists"],
  },
} satisfies ApiOperations;

const account = {
  "GET /api/session": {
    id: "readSession",
    text: "The time left in this session. Asking doesn’t extend it.",
    may: "keep_own_account",
    answers: { 200: { text: "The time left.", schema: answers.SessionLife } },
  },
  "POST /api/session": {
    id: "keepSession",
    text: "Counts as activity: the session doesn't end for inactivity.",
    may: "keep_own_account",
    answers: { 200: { text: "The time left.", schema: answers.SessionLife } },
  },
  "POST /api/auth/sign-out": {
    id: "signOut",
    text: "Ends this session.",
    may: "keep_own_account",
    answers: { 200: { text: "It has ended.", schema: answers.NextIsLogin } },
  },
  "POST /api/auth/change-password": {
    id: "changePassword",
    text: "Sets a new password, and ends every other session of the person.",
    may: "keep_own_account",
    body: () => NewPasswordInput,
    answers: { 200: { text: "It is changed.", schema: answers.Changed } },
    problems: ofProof,
  },
  "GET /api/auth/list-sessions": {
    id: "listSessions",
    text: "The person's own sessions, last used first, at most 20.",
    may: "keep_own_account",
    answers: { 200: { text: "The open sessions.", schema: answers.Sessions } },
  },
  "POST /api/auth/revoke-session": {
    id: "revokeSession",
    text: "Ends one of the person's own sessions.",
    may: "keep_own_account",
    body: () => SessionInput,
    answers: { 200: { text: "The sessions that are still open.", schema: answers.Sessions } },
    problems: ["not_found"],
  },
  "POST /api/auth/two-factor/enable": {
    id: "beginSecondFactor",
    text: "Begins to set up a second factor. It turns on when the first code is entered.",
    may: "keep_own_account",
    body: () => PasswordInput,
    answers: { 200: { text: "What the app reads, returned only once.", schema: answers.NewSecondFactor } },
    problems: ofProof,
  },
  "POST /api/auth/two-factor/disable": {
    id: "endSecondFactor",
    text: "Turns the second factor off.",
    may: "keep_own_account",
    body: () => SecondFactorEnd,
    answers: { 200: { text: "It is off.", schema: answers.TurnedOff } },
    problems: [...ofProof, "nobody_approves"],
  },
  "POST /api/auth/two-factor/generate-backup-codes": {
    id: "renewRecoveryCodes",
    text: "Replaces the recovery codes. The old ones stop working.",
    may: "keep_own_account",
    body: () => ConfirmInput,
    answers: { 200: { text: "The new codes, returned only once.", schema: answers.RecoveryCodes } },
    problems: ofProof,
  },
  ...mailOperations,
  "DELETE /api/account/first-steps": {
    id: "hideFirstSteps",
    text: "Puts the overview’s first steps away for the person.",
    may: "keep_own_account",
    answers: { 200: { text: "They are hidden.", schema: answers.Done } },
  },
  "POST /api/confirmation": {
    id: "confirm",
    text: "Confirms the person's identity again.",
    may: "keep_own_account",
    body: () => ConfirmInput,
    answers: { 200: { text: "Confirmed for the next few minutes.", schema: answers.Confirmed } },
    problems: ofProof,
  },
} satisfies ApiOperations;

const people = {
  "GET /api/people": {
    id: "listPeople",
    text: "The people: first those who can sign in, then those who are disabled. And the unused links: invitations, and links for a new password.",
    may: "manage_people",
    answers: {
      200: {
        text: "The first 300 people, 100 invitations and 300 links for a new password.",
        schema: answers.People,
      },
    },
  },
  "POST /api/people": {
    id: "invite",
    text: "Invites somebody with a one-time link.",
    may: "manage_people",
    isConfirmed: true,
    body: () => InvitationInput,
    answers: { 201: { text: "The link.", schema: answers.OneTimeLink } },
    problems: ["person_exists", "not_possible_now"],
  },
  "PATCH /api/people/[id]": {
    id: "changePerson",
    text: "Changes a role, disables or enables the account, or resets the second factor.",
    may: "manage_people",
    isConfirmed: true,
    body: () => PersonChange,
    answers: { 200: { text: "The person as they are now.", schema: answers.PersonEntry } },
    problems: ["not_found", "last_admin", "nobody_approves"],
  },
  "POST /api/people/[id]/password-link": {
    id: "makePasswordLink",
    text: "Creates a link with which the person sets a new password.",
    may: "manage_people",
    isConfirmed: true,
    answers: { 201: { text: "The link.", schema: answers.OneTimeLink } },
    problems: ["not_found"],
  },
  "DELETE /api/people/[id]/sessions": {
    id: "signOutPerson",
    text: "Signs the person out everywhere.",
    may: "manage_people",
    answers: { 200: { text: "It is done.", schema: answers.Done } },
    problems: ["not_found"],
  },
  "DELETE /api/people/invitations/[id]": {
    id: "revokeInvitation",
    text: "Revokes an invitation: its link stops working.",
    may: "manage_people",
    answers: { 200: { text: "It is done.", schema: answers.Done } },
    problems: ["not_found"],
  },
  "DELETE /api/people/password-links/[id]": {
    id: "revokePasswordLink",
    text: "Revokes a link for a new password: it stops working.",
    may: "manage_people",
    answers: { 200: { text: "It is done.", schema: answers.Done } },
    problems: ["not_found"],
  },
} satisfies ApiOperations;

export const peopleOperations = { ...signIn, ...account, ...people };
