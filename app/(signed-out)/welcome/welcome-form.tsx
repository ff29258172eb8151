"use client";

import { useQuery } from "@tanstack/react-query";
import { AccountForm } from "#components/identity/account-form";
import { IncompleteLink } from "#components/identity/incomplete-link";
import { Notice } from "#components/notice/notice";
import { Skeleton } from "#components/ui/skeleton";
import { useLinkToken } from "#lib/browser/link-token";
import { acceptLink, readLink } from "#lib/calls/sign-in-calls";
import { LinkInput } from "#lib/contract/people";
import { detailOf } from "#lib/contract/problem";
import { roleWords } from "#lib/contract/roles";

export function WelcomeForm() {
  const token = useLinkToken();
  const { data: link, error } = useQuery({
    queryKey: ["link", token],
    queryFn: () => readLink(token ?? ""),
    enabled: token !== undefined && token !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === "") return <IncompleteLink />;
  const isNew = link?.kind === "invitation";
  return (
    <>
      <h1 className="mb-1 text-xl">
        {link?.kind === "password" ? "Set a new password" : "Create your account"}
      </h1>
      {error !== null && (
        <Notice kind="fail" title="This link cannot be used" isLive className="mt-3">
          {detailOf(error)}
        </Notice>
      )}
      {error === null && link === undefined && <Skeleton className="mt-3 h-60" />}
      {link !== undefined && (
        <>
          <p className="mb-4 text-muted">
            {isNew ? `Your role: ${roleWords[link.role].name}.` : "All sessions of this account will end."}
          </p>
          <AccountForm
            key={token}
            schema={LinkInput}
            token={token}
            send={acceptLink}
            email={link.email}
            hasName={isNew}
            act={isNew ? "Create the account" : "Set the password"}
          />
        </>
      )}
    </>
  );
}
