import type { ReactNode } from "react";
import type { AuditRecord } from "#lib/contract/audit/audit";
import { showInvisible } from "#lib/text/visible-text";
import { readFacts } from "#lib/words/audit-words";

/** All that is stored of an entry, exactly as the hash covers it. */
export function EntryDetails({ entry }: { entry: AuditRecord }) {
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
