import type { ReactNode } from "react";
import { PrintButton } from "#components/transfer/sheet/print-button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Printer } from "#components/ui/icon";
import { PageHeader } from "#components/ui/page-header";
import { may, type Role } from "#lib/contract/roles";
import type { MonthDetail } from "#lib/features/books/month-answers";
import { classNames } from "#lib/text/class-names";
import { writeMonth } from "#lib/text/day-text";
import { formatTime } from "#lib/text/format-time";
import { MonthChip } from "../month-chip";
import { isStill, openWords } from "../month-words";
import { CloseButton, ExportButton, MonthGround } from "./_acts/month-ground";
import { ClosedCard } from "./closed-card";
import { EquationCard } from "./equation-card";
import { AdjustmentCard, CorrectionCard } from "./later-cards";
import { NairaCard } from "./naira-card";

type Props = { month: MonthDetail; role: Role; back: ReactNode; timeZone: string; now: string };

/** The figures of a month, and what is done with it. */
export function MonthView({ month, role, back, timeZone, now }: Props) {
  const { figures, state, closableFrom, seen } = month;
  const mayClose = may(role, "keep_books") && isClosable(month, now);
  const name = writeMonth(month.month);
  const header = (
    <PageHeader
      title={name}
      back={back}
      beside={<MonthChip state={state} />}
      lead={leadWords(month, timeZone, now)}
      actions={
        <>
          <PrintButton>
            <Printer aria-hidden className="size-4" />
            Print
          </PrintButton>
          {may(role, "export") && <ExportButton />}
        </>
      }
    />
  );
  return (
    <MonthGround
      month={month.month}
      name={name}
      seen={seen}
      figures={figures}
      open={openWords(month)}
      header={header}
    >
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21.5rem] print:block print:space-y-2">
        <div className="min-w-0 space-y-4 print:space-y-2">
          {isStill(month) && (
            <Card isFlush>
              <EmptyState title={`Nothing moved in ${name}`}>Nothing was open either.</EmptyState>
            </Card>
          )}
          {figures.tokens.length > 0 && (
            <div
              className={classNames(
                "space-y-4",
                // On paper beside each other, so that a month is one sheet.
                figures.tokens.length > 1 && "print:grid print:grid-cols-2 print:gap-2 print:space-y-0",
              )}
            >
              {figures.tokens.map((token) => (
                <EquationCard key={token.token} month={month.month} figures={token} />
              ))}
            </div>
          )}
          <CorrectionCard month={month} />
          <AdjustmentCard month={month} timeZone={timeZone} />
        </div>
        <div className="min-w-0 space-y-4 print:mt-2 print:space-y-2">
          <ClosedCard month={month} timeZone={timeZone} />
          {closableFrom !== null && state === "open" && <OpenCard month={month} mayClose={mayClose} />}
          <NairaCard month={month.month} figures={figures} />
        </div>
      </div>
    </MonthGround>
  );
}

function isClosable({ state, closableFrom }: MonthDetail, now: string): boolean {
  return state === "open" && closableFrom !== null && closableFrom <= now;
}

function leadWords(month: MonthDetail, timeZone: string, now: string): string {
  const { state, closableFrom } = month;
  if (state === "closed")
    return "It can’t be opened again. What is recorded later is listed in a later month.";
  if (isClosable(month, now)) return "It can be closed.";
  const over = state === "running" ? "It isn’t over yet." : "It is over.";
  return closableFrom === null
    ? `${over} Months are closed in order: an earlier one comes first.`
    : `${over} Can be closed from ${formatTime(closableFrom, timeZone)}.`;
}

/** What to know before it is closed, and then the button. */
function OpenCard({ month, mayClose }: { month: MonthDetail; mayClose: boolean }) {
  const words = openWords(month);
  return (
    <Card title="Before it is closed">
      {words.length === 0 ? (
        <p>Nothing is open or unclear.</p>
      ) : (
        <ul className="foreign-text space-y-1">
          {words.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {words.length > 0 && (
        <p className="pt-2 text-[0.8125rem]/5 text-muted">None of it stops the closing.</p>
      )}
      {mayClose && <CloseButton />}
    </Card>
  );
}
