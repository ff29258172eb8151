import type { Route } from "next";
import { PageLink } from "#components/ui/page-link";
import { type Person, roleWords } from "#lib/contract/roles";
import { SignOutButton } from "./sign-out-button";

export function PersonBadge({ person }: { person: Pick<Person, "name" | "role"> }) {
  return (
    <div className="space-y-1 px-2 text-[13px]/5">
      <p className="foreign-text">
        <PageLink
          href={"/account" as Route}
          className="text-link font-semibold"
          title="Your account"
          data-keys="g y"
        >
          {person.name}
        </PageLink>
        <span className="text-muted"> · {roleWords[person.role].name}</span>
      </p>
      <SignOutButton />
    </div>
  );
}
