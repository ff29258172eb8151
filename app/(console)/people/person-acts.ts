import type { PersonAct } from "#lib/calls/people-calls";
import type { PersonEntry } from "#lib/contract/people";
import { roleWords } from "#lib/contract/roles";

export type ActWords = { title: string; meaning: string; act: string; pending: string; done: string };

/** `isOwn`: the admin does it to their own account. */
export function wordsOf(act: PersonAct, { name, email, role }: PersonEntry, isOwn: boolean): ActWords {
  const who = isOwn ? "your own account" : name === email ? email : `${name} (${email})`;
  if ("role" in act) {
    const { name: to, can } = roleWords[act.role];
    return {
      title: `Change the role of ${who} to ${to}?`,
      meaning: isOwn
        ? `You are ${roleWords[role].name} now. As ${to} you can’t open this page, so you can’t change your role back.`
        : `${roleWords[role].name} becomes ${to}: ${lowerFirst(can)}. The change applies immediately, and they stay signed in.`,
      act: `Change to ${to}`,
      pending: "Changing",
      done: `The role is now ${to}.`,
    };
  }
  if ("isDisabled" in act) {
    return act.isDisabled
      ? {
          title: `Disable ${who}?`,
          meaning: isOwn
            ? "All your sessions end, including this one. You can’t sign in until another admin enables the account."
            : "All their sessions end immediately. They can’t sign in until the account is enabled again. Their transfers stay as they are.",
          act: "Disable the account",
          pending: "Disabling",
          done: "The account is disabled, and all its sessions have ended.",
        }
      : {
          title: `Enable ${who}?`,
          meaning: "They can sign in again with the same password and role.",
          act: "Enable the account",
          pending: "Enabling",
          done: "The account is enabled. They can sign in again.",
        };
  }
  if ("secondFactor" in act)
    return {
      title: `Reset the second factor of ${who}?`,
      meaning: isOwn
        ? "Your authenticator app and recovery codes stop working, and your other sessions end. You then sign in with the password alone."
        : "Their authenticator app and recovery codes stop working, and all their sessions end. They then sign in with the password alone, so make sure that they asked for it.",
      act: "Reset the second factor",
      pending: "Resetting",
      done: "The second factor is off. Sign-in now needs only the password.",
    };
  if ("signOut" in act)
    return {
      title: `Sign ${isOwn ? "yourself" : who} out everywhere?`,
      meaning: isOwn
        ? "All your sessions end except this one."
        : "All their sessions end immediately. What they typed but didn’t send is lost. They can sign in again.",
      act: "Sign out everywhere",
      pending: "Signing out",
      done: isOwn ? "All other sessions have ended." : "All sessions have ended.",
    };
  return {
    title: `Create a new-password link for ${who}?`,
    meaning: isOwn
      ? "Anyone who opens the link can set your password. Earlier links of this kind stop working. Your password and sessions stay until it is used."
      : "Anyone who opens the link can set their password, so make sure that they asked for it. Earlier links of this kind stop working. Their password and sessions stay until it is used.",
    act: "Create the link",
    pending: "Creating the link",
    done: "",
  };
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
