import type { Route } from "next";
import type { ReactNode } from "react";
import { Ellipsis } from "#components/ui/icon";
import { PageLink } from "#components/ui/page-link";
import { type Person, roleWords } from "#lib/contract/roles";
import { initials } from "#lib/text/initials";

type Props = {
  person: Pick<Person, "name" | "role">;
  children: ReactNode;
};

/** Who is signed in, and what belongs to them: a native popover, which Escape or a press elsewhere closes. */
export function PersonBadge({ person: { name, role }, children }: Props) {
  return (
    <div className="border-t border-line pt-3">
      <button
        type="button"
        popoverTarget="person-menu"
        className="flex min-h-11 w-full items-center gap-2.5 rounded-lg px-2 text-left hover:bg-surface"
      >
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-full bg-wait-soft text-xs font-medium text-wait"
        >
          {initials(name)}
        </span>
        <span className="min-w-0 grow">
          <span translate="no" className="foreign-text line-clamp-1 text-[0.8125rem]/5 font-medium">
            {name}
          </span>
          <span className="block text-xs text-muted">{roleWords[role].name}</span>
        </span>
        <Ellipsis aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">: your account, theme and sign-out</span>
      </button>
      <div
        id="person-menu"
        popover="auto"
        className="over-button m-auto w-56 flex-col gap-2 rounded-xl border border-line bg-surface p-2 text-ink shadow-lg open:flex"
      >
        <PageLink
          href={"/account" as Route}
          className="flex min-h-8 items-center rounded-lg px-2 text-[0.8125rem]/5 font-medium hover:bg-sunken pointer-coarse:min-h-11"
          data-keys="g y"
        >
          Your account
        </PageLink>
        {children}
      </div>
    </div>
  );
}
