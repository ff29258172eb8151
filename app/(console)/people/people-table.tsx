import { lazy } from "react";
import { Chip } from "#components/chip/chip";
import { OpenRow } from "#components/ui/open-row";
import { Skeleton } from "#components/ui/skeleton";
import { Cell, ColumnHead, cardCell, cardLabel, Table } from "#components/ui/table";
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

type RowProps = Shared & { person: PersonEntry; isOwn: boolean };

function PersonRows({ person, isOwn, now, timeZone, isMailed }: RowProps) {
  const { name, email, role, isDisabled, hasSecondFactor, lastSeenAt, sessionCount } = person;
  return (
    <OpenRow
      name={name}
      columns={6}
      panel={<PersonPanel person={person} isOwn={isOwn} timeZone={timeZone} isMailed={isMailed} />}
      fallback={<Skeleton className="h-40 rounded-lg" />}
    >
      <Cell className={`${cardCell} xl:w-2/5`}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span translate="no" className="foreign-text min-w-0 font-medium">
            {showInvisible(name)}
          </span>
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
          <span translate="no" className="foreign-text block text-[0.8125rem]/5 text-muted">
            {showInvisible(email)}
          </span>
        )}
      </Cell>
      <Cell className={`${cardCell} xl:w-3/10`}>
        <span title={roleWords[role].can} className="font-medium">
          {roleWords[role].name}
        </span>
      </Cell>
      <Cell
        className={`${cardCell} max-xl:flex max-xl:items-center max-xl:gap-1.5 max-xl:text-[0.8125rem]/5`}
      >
        <span className={cardLabel}>Second factor </span>
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
      <Cell className={`${cardCell} max-xl:text-[0.8125rem]/5 xl:whitespace-nowrap`}>
        <span className={cardLabel}>Last seen </span>
        {lastSeenAt === null ? "not signed in" : <Ago at={lastSeenAt} now={now} />}
      </Cell>
      <Cell className={`${cardCell} max-xl:text-[0.8125rem]/5 xl:text-right`}>
        <span className={cardLabel}>Sessions </span>
        {sessionCount}
      </Cell>
    </OpenRow>
  );
}
