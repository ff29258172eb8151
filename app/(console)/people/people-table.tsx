import { lazy, Suspense, useId, useState } from "react";
import { Chip } from "#components/chip/chip";
import { Button } from "#components/ui/button";
import { Skeleton } from "#components/ui/skeleton";
import { Cell, ColumnHead, Table } from "#components/ui/table";
import { Ago } from "#components/ui/time";
import type { PersonEntry } from "#lib/contract/people";
import { roleWords } from "#lib/contract/roles";
import { showInvisible } from "#lib/text/visible-text";

const PersonPanel = lazy(() =>
  import("./person-panel").then(({ PersonPanel }) => ({ default: PersonPanel })),
);

type Shared = { now: number; timeZone: string; isMailed: boolean };
type Props = Shared & { people: readonly PersonEntry[]; ownId: string };

/** On a narrow screen each row becomes a card. */
export function PeopleTable({ people, ownId, ...shared }: Props) {
  return (
    <Table caption="People, by name" className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>
          <ColumnHead>Person</ColumnHead>
          <ColumnHead>Role</ColumnHead>
          <ColumnHead>Second factor</ColumnHead>
          <ColumnHead>Last seen</ColumnHead>
          <ColumnHead isAmount>Sessions</ColumnHead>
          <ColumnHead>
            <span className="sr-only">Actions</span>
          </ColumnHead>
        </tr>
      </thead>
      {people.map((person) => (
        <PersonRows key={person.id} person={person} isOwn={person.id === ownId} {...shared} />
      ))}
    </Table>
  );
}

const card = "max-xl:block max-xl:border-0 max-xl:p-0 max-xl:first:pl-0 max-xl:last:pr-0";
const inCard = "text-muted xl:sr-only";

type RowProps = Shared & { person: PersonEntry; isOwn: boolean };

function PersonRows({ person, isOwn, now, timeZone, isMailed }: RowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const { name, email, role, isDisabled, hasSecondFactor, lastSeenAt, sessionCount } = person;
  return (
    <tbody className="border-b border-line last:border-b-0 max-xl:block">
      <tr className="max-xl:flex max-xl:flex-col max-xl:gap-y-1.5 max-xl:px-5 max-xl:py-4">
        <Cell className={`${card} xl:w-2/5`}>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="foreign-text min-w-0 font-medium">{showInvisible(name)}</span>
            {isOwn && (
              <Chip shape="dot" tone="proc">
                You
              </Chip>
            )}
            {isDisabled && (
              <Chip shape="barred-ring" tone="fail">
                Disabled
              </Chip>
            )}
          </span>
          {email !== name && (
            <span className="foreign-text block text-[0.8125rem]/5 text-muted">{showInvisible(email)}</span>
          )}
        </Cell>
        <Cell className={`${card} xl:w-3/10`}>
          <span className="block font-medium">{roleWords[role].name}</span>
          <span className="block text-[0.8125rem]/5 text-muted">{roleWords[role].can}</span>
        </Cell>
        <Cell className={`${card} max-xl:flex max-xl:items-center max-xl:gap-1.5 max-xl:text-[0.8125rem]/5`}>
          <span className={inCard}>Second factor </span>
          {hasSecondFactor ? (
            <Chip shape="tick" tone="ok">
              Yes
            </Chip>
          ) : (
            <Chip shape="barred-ring" tone="wait">
              No
            </Chip>
          )}
        </Cell>
        <Cell className={`${card} max-xl:text-[0.8125rem]/5 xl:whitespace-nowrap`}>
          <span className={inCard}>Last seen </span>
          {lastSeenAt === null ? "not signed in" : <Ago at={lastSeenAt} now={now} />}
        </Cell>
        <Cell className={`${card} max-xl:text-[0.8125rem]/5 xl:text-right`}>
          <span className={inCard}>Sessions </span>
          {sessionCount}
        </Cell>
        <Cell className={`${card} max-xl:pt-1 xl:text-right`}>
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => setIsOpen(!isOpen)}
            className="aria-expanded:border-accent aria-expanded:bg-accent-soft"
          >
            Change<span className="sr-only"> {name}</span>
          </Button>
        </Cell>
      </tr>
      {isOpen && (
        <tr className="max-xl:block">
          <Cell id={panelId} colSpan={6} className="max-xl:block max-xl:border-0 max-xl:pt-0">
            <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
              <PersonPanel person={person} isOwn={isOwn} timeZone={timeZone} isMailed={isMailed} />
            </Suspense>
          </Cell>
        </tr>
      )}
    </tbody>
  );
}
