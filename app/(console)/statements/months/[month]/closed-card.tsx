import type { ReactNode } from "react";
import { Card } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { Time } from "#components/ui/time";
import type { MonthDetail } from "#lib/features/books/month-answers";
import { formatCount } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { showInvisible } from "#lib/text/visible-text";

/** Who closed it and when, and the hash by which anybody can check its export. */
export function ClosedCard({ month, timeZone }: { month: MonthDetail; timeZone: string }) {
  const { closedAt, closedBy, note, hash, movements } = month;
  if (closedAt === null) return null;
  return (
    <Card title="Closed">
      <dl className="space-y-3 print:grid print:grid-cols-3 print:gap-x-6 print:gap-y-2 print:space-y-0">
        <Item term="By">
          <span translate="no">{closedBy === null ? "Somebody" : showInvisible(closedBy)}</span>
        </Item>
        <Item term="When">
          <Time at={closedAt} timeZone={timeZone} />
        </Item>
        <Item term="Movements">{formatCount(movements)}</Item>
        {note !== null && (
          <Item term="Note" isWide>
            {showInvisible(note)}
          </Item>
        )}
        {hash !== null && (
          <Item
            term="Hash (SHA-256)"
            isWide
            action={
              <CopyButton text={hash} variant="link">
                Copy the hash
              </CopyButton>
            }
          >
            <span translate="no" className="block font-mono text-xs/4.5 font-normal wrap-anywhere">
              {hash}
            </span>
          </Item>
        )}
      </dl>
    </Card>
  );
}

/** `isWide`: on paper the whole line is its own. */
type ItemProps = { term: string; isWide?: boolean; action?: ReactNode; children: ReactNode };

function Item({ term, isWide = false, action, children }: ItemProps) {
  return (
    <div className={classNames("foreign-text", isWide && "print:col-span-full")}>
      <dt className="text-[0.8125rem]/5 text-muted">{term}</dt>
      <dd className="font-medium whitespace-pre-line">
        {children}
        {action !== undefined && <div className="pt-1">{action}</div>}
      </dd>
    </div>
  );
}
