import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button-link";
import { EmptyState } from "#components/ui/empty-state";
import { roleWords } from "#lib/contract/roles";
import { pageActor } from "#lib/server/auth/page-actor";

export const metadata: Metadata = { title: "No access" };

export default async function NoAccessPage() {
  const { person } = await pageActor("read");
  return (
    <EmptyState
      title={<h1>You don’t have access to this page</h1>}
      action={
        <ButtonLink variant="primary" href="/">
          Go to the overview
        </ButtonLink>
      }
    >
      Your role is {roleWords[person.role].name}. An admin can change your role.
    </EmptyState>
  );
}
