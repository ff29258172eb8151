"use client";

import { SetupInput } from "#lib/contract/people";
import { setUp } from "#lib/sign-in-calls";
import { AccountForm } from "../account-form";
import { useLinkToken } from "../link-token";

/** The name, the e-mail address and the password of the first admin. */
export function SetupForm() {
  const token = useLinkToken();
  return <AccountForm schema={SetupInput} token={token} send={setUp} act="Make the account" />;
}
