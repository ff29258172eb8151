import type { Route } from "next";
import { PageLink } from "#components/ui/page-link";
import { PressButton } from "#components/ui/press-button";
import { type PillKind, panelKinds, pillKinds, pillNames } from "./pill-kinds";

/** What a filter that is set is called, and the list without it. */
export type SetPills = Partial<Record<PillKind, readonly [words: string, without: Route]>>;

const rare: readonly PillKind[] = ["reason", "received"];

/** A filter that is set is a link that clears it; the others are buttons. Few lists need those of `rare`: they are under "More filters". */
export function Pills({ set }: { set: SetPills }) {
  return pillKinds.map((kind) => {
    const [words, without] = set[kind] ?? [];
    if (words === undefined || without === undefined)
      return !rare.includes(kind) && panelKinds.some((each) => each === kind) ? (
        <AddPill key={kind} kind={kind} />
      ) : null;
    return (
      <PageLink
        key={kind}
        data-pill={kind}
        href={without}
        aria-label={`${kind === "days" ? "" : `${pillNames[kind]}: `}${words}, clear this filter`}
        scroll={false}
        title={words}
        className="pill pill-set max-w-64 xl:max-2xl:max-w-44"
      >
        <span className="truncate">
          {kind !== "days" && `${pillNames[kind]}: `}
          <span translate="no" className="foreign-text">
            {words}
          </span>
        </span>
        <span aria-hidden="true">×</span>
      </PageLink>
    );
  });
}

/** A filter that is not set; list-acts.tsx has what it opens. */
export function AddPill({ kind }: { kind: PillKind }) {
  return (
    <PressButton data-pill={kind} className="pill pill-add">
      {pillNames[kind]}
    </PressButton>
  );
}
