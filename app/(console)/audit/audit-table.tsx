import type { Route } from "next";
import type { ReactNode } from "react";
import { Disclosure } from "#components/ui/disclosure";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, cardCell, Table } from "#components/ui/table";
import { Time } from "#components/ui/time";
import type { AuditRecord } from "#lib/contract/audit/audit";
import { showInvisible } from "#lib/text/visible-text";
import { describeAction, describeNobody, readFacts } from "#lib/words/audit-words";

/** On a phone each row becomes a card. */
export function AuditTable({ entries, timeZone }: { entries: readonly AuditRecord[]; timeZone: string }) {
  return (
    <Table caption="Audit log, newest first" className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>
          <ColumnHead>Entry</ColumnHead>
          <ColumnHead>Time</ColumnHead>
          <ColumnHead>Person</ColumnHead>
          <ColumnHead>Action</ColumnHead>
          <ColumnHead>Record</ColumnHead>
        </tr>
      </thead>
      <tbody className="max-xl:block max-xl:divide-y max-xl:divide-line">
        {entries.map((entry) => (
          <EntryRow key={entry.seq} entry={entry} timeZone={timeZone} />
        ))}
      </tbody>
    </Table>
  );
}

function EntryRow({ entry, timeZone }: { entry: AuditRecord; timeZone: string }) {
  const { seq, at, actor, person, action } = entry;
  const facts = readFacts(entry.detail, entry.about) ?? [];
  return (
    <tr className="max-xl:card-in-view-49 max-xl:flex max-xl:flex-col max-xl:gap-y-1 max-xl:px-5 max-xl:py-3">
      <Cell className={`${cardCell} text-muted max-xl:text-xs`}>
        <span className="xl:sr-only">Entry </span>
        {seq}
      </Cell>
      <Cell className={`${cardCell} max-xl:text-xs max-xl:text-muted`}>
        <Time at={at} timeZone={timeZone} hasSeconds className="block xl:w-28" />
      </Cell>
      <Cell className={cardCell}>
        {actor === null ? (
          <span className="block text-muted xl:w-44">{describeNobody(action)}</span>
        ) : (
          <span translate="no" title={actor.name} className="foreign-text block font-medium xl:w-44">
            {showInvisible(person ?? actor.name)}
          </span>
        )}
      </Cell>
      <Cell className={`${cardCell} xl:w-full`}>
        <p className="foreign-text font-medium">{describeAction(action)}</p>
        {facts.length > 0 && (
          <p className="foreign-text text-[0.8125rem]/5 text-muted">
            {facts.map(({ name, value }) => `${name}: ${value}`).join(" · ")}
          </p>
        )}
        <Disclosure
          summary={
            <>
              Details<span className="sr-only"> of entry {seq}</span>
            </>
          }
          className="mt-1 print:hidden"
        >
          <EntryDetails entry={entry} />
        </Disclosure>
      </Cell>
      <Cell className={cardCell}>
        <RecordName entry={entry} />
      </Cell>
    </tr>
  );
}

/** Its ID is in the details. */
function RecordName({ entry: { seq, recordKind, recordId } }: { entry: AuditRecord }) {
  if (recordId === null) return <span className="text-muted max-xl:hidden">None</span>;
  const kind = recordKind === null ? "Record" : showInvisible(recordKind);
  return recordKind === "transfer" || recordKind === "payee" ? (
    <PageLink
      href={`/${recordKind}s/${encodeURIComponent(recordId)}` as Route}
      className="text-link inline-block leading-6 first-letter:uppercase"
    >
      {kind}
      <span className="sr-only"> of entry {seq}</span>
    </PageLink>
  ) : (
    <span className="foreign-text block text-muted first-letter:uppercase">{kind}</span>
  );
}

/** All that is stored of an entry, exactly as the hash covers it. */
function EntryDetails({ entry }: { entry: AuditRecord }) {
  const { at, actor, address, userAgent, action, recordId, detail, cover, hash, previousHash } = entry;
  return (
    <dl className="grid gap-x-4 gap-y-1 pb-1 text-[0.8125rem]/5 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <Fact term="Time in UTC" value={at} isCode />
      {actor !== null && (
        <>
          <Fact term="Person" value={actor.name} />
          <Fact term="Person’s ID" value={actor.id} isCode />
        </>
      )}
      <Fact term="Address" value={address} isCode />
      <Fact term="Browser" value={userAgent} />
      <Fact term="Action" value={action} isCode />
      {recordId !== null && <Fact term="Record’s ID" value={recordId} isCode />}
      <Fact term="Facts" value={detail} isCode>
        {readFacts(detail) === undefined && (
          <span className="block text-fail">The dashboard doesn’t write entries like this.</span>
        )}
      </Fact>
      {cover !== null && <Fact term="Hash of what it seals" value={cover} isCode />}
      <Fact term="Hash" value={hash} isCode />
      <Fact term="Previous hash" value={previousHash} isCode />
    </dl>
  );
}

type FactProps = { term: string; value: string | null; isCode?: boolean; children?: ReactNode };

function Fact({ term, value, isCode = false, children }: FactProps) {
  return (
    <>
      <dt className="text-muted max-sm:mt-1">{term}</dt>
      <dd translate="no" className="foreign-text min-w-0">
        {value === null ? (
          <span className="text-muted">Not known</span>
        ) : (
          <span className={isCode ? "font-mono text-xs" : undefined}>{showInvisible(value)}</span>
        )}
        {children}
      </dd>
    </>
  );
}
