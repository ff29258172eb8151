import type { ReactNode } from "react";
import { Chip } from "#components/chip/chip";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { roleWords } from "#lib/contract/roles";
import type { ControlsState } from "#lib/features/controls/controls-api";
import { showInvisible } from "#lib/text/visible-text";

type Props = Pick<ControlsState, "people"> & {
  isSandbox: boolean;
  /** In the sandbox, how one person tries both sides. */
  practice: ReactNode;
};

/** Who can approve now, and what each of the others lacks. Support never can, so it isn’t listed. */
export function ApproverCard({ people, isSandbox, practice }: Props) {
  const listed = people.filter(({ role }) => role !== "support");
  return (
    <Card title="Who can approve now">
      <ul className="space-y-3">
        {listed.map(({ id, name, role, lacks }) => (
          <li key={id} className="flex items-start justify-between gap-x-3">
            <span className="foreign-text min-w-0">
              <span translate="no" className="font-medium">
                {showInvisible(name)}
              </span>
              <span className="block text-[0.8125rem]/5 text-muted">
                {lacks.length === 0 ? roleWords[role].name : `${lacks.join(". ")}.`}
              </span>
            </span>
            <span className="shrink-0 whitespace-nowrap">
              {lacks.length === 0 ? (
                <Chip shape="tick" tone="ok">
                  Can approve
                </Chip>
              ) : (
                <Chip shape="barred-ring" tone="wait">
                  Not yet
                </Chip>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-[0.8125rem]/5 text-muted">
        Nobody approves what they asked for. Roles are set on{" "}
        <PageLink href="/people" className="text-link">
          People
        </PageLink>
        {isSandbox
          ? ". With a real service each approver needs a second factor; in the sandbox nobody does."
          : "; each person sets up their own second factor."}
      </p>
      {practice}
    </Card>
  );
}
