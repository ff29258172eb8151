"use client";

import { AccountForm } from "#components/identity/account-form";
import { useLinkToken } from "#lib/browser/link-token";
import { setUp } from "#lib/calls/sign-in-calls";
import { SetupInput } from "#lib/contract/people";

export function SetupForm() {
  const token = useLinkToken();
  return <AccountForm schema={SetupInput} token={token} send={setUp} act="Create the account" />;
}
