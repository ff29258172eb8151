import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createPortal } from "react-dom";
import { ActOutcome } from "#components/notice/act-outcome";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ask } from "#lib/calls/ask";
import type { GivenFilters } from "#lib/contract/transfer/filter-names";
import type { SavedView } from "#lib/contract/transfer/views";
import { listHref } from "../list-href";
import { SaveForm } from "./save-form";
import { ViewRow } from "./view-row";

type Props = { filters: GivenFilters | undefined; mayShare: boolean; onClose: () => void };

/** Saves the list that is shown under a name; below, the names there are, to be changed. Outside the form of the filters. */
export function ViewsDialog({ filters, mayShare, onClose }: Props) {
  const { data, error } = useQuery({ ...ask("GET /api/views"), staleTime: 30_000 });
  const views = data?.views;
  /** What an act has brought; the form or the row that it was done in is gone then. */
  const [said, setSaid] = useState<string>();
  const same = filters && views?.find(({ address }) => address === listHref(filters));
  return createPortal(
    <Dialog title={filters === undefined ? "Views" : "Save this view"} onClose={onClose}>
      <ActOutcome of={said}>{said}</ActOutcome>
      {same !== undefined && said === undefined && (
        <p>
          This list is saved as <b className="font-semibold">{same.name}</b>
          {same.isShared ? ", for everybody" : ""}.
        </p>
      )}
      {filters !== undefined && same === undefined && (
        <SaveForm filters={filters} mayShare={mayShare} onSaved={(name) => setSaid(`Saved as “${name}”.`)} />
      )}
      {filters === undefined && views?.length === 0 && (
        <p>
          A view is a name for a filtered list. It stands in the menu with its count. Filter the list, then
          save it here.
        </p>
      )}
      {error !== null && views === undefined && <ProblemNotice trouble={asTrouble(error)} isLive />}
      <Views
        {...{ title: "Your views", mayChange: true, onClose, onDone: setSaid }}
        views={views?.filter(({ isShared }) => !isShared)}
      />
      <Views
        {...{ title: "Everybody’s views", mayChange: mayShare, onClose, onDone: setSaid }}
        views={views?.filter(({ isShared }) => isShared)}
      />
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </Dialog>,
    document.body,
  );
}

type ViewsProps = {
  title: string;
  views: readonly SavedView[] | undefined;
  mayChange: boolean;
  onClose: () => void;
  onDone: (said: string) => void;
};

function Views({ title, views = [], ...row }: ViewsProps) {
  if (views.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {views.map((view) => (
          <ViewRow key={view.id} view={view} {...row} />
        ))}
      </ul>
    </section>
  );
}
