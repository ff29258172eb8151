import type { Route } from "next";
import type { ReactNode } from "react";
import { Card } from "#components/ui/card";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import type { MonthDetail, MovementPage, TokenFigures } from "#lib/features/books/month-answers";
import type { MovementListInput } from "#lib/features/books/month-inputs";
import { formatCount } from "#lib/money/format";
import { writeMonth } from "#lib/text/day-text";
import { showInvisible } from "#lib/text/visible-text";
import { receivedSourceWords } from "#lib/words/received/received-words";
import { MonthChip } from "../month-chip";
import { figureWords, listHref, steps } from "../month-words";
import { MovementTable } from "./movement-table";

type Props = {
  month: MonthDetail;
  asked: MovementListInput;
  page: MovementPage;
  back: ReactNode;
  timeZone: string;
};

/** The transfers behind one figure. Their sum is the figure. */
export function ListView({ month, asked, page, back, timeZone }: Props) {
  const { list, token, cursor } = asked;
  const name = steps.find(({ step }) => step === list)?.name ?? "What arrived";
  const { items, nextCursor } = page;
  return (
    <>
      <PageHeader title={writeMonth(month.month)} back={back} beside={<MonthChip state={month.state} />} />
      <Card
        isFlush
        title={
          <span className="foreign-text">
            {name}
            {token !== undefined && `, ${showInvisible(token)}`}
          </span>
        }
      >
        <OtherLists month={month} asked={asked} />
        <ul className="foreign-text px-card pb-3 text-[0.8125rem]/5 text-muted">
          {sumLines(month, asked).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {items.length > 0 && (
          <MovementTable
            caption={`${name}, ${list === "end" ? "in the order of their IDs" : "the newest first"}`}
            movements={items}
            month={month.month}
            timeZone={timeZone}
            isMixed={list === "received"}
            hasNaira={list === "paid"}
          />
        )}
        {(nextCursor !== null || cursor !== undefined) && (
          <p className="flex flex-wrap gap-x-4 border-t border-line px-card py-3 text-[0.8125rem]/5 print:hidden">
            {cursor !== undefined && (
              <PageLink href={listHref(month.month, list, token) as Route} className="lone-link">
                First rows
              </PageLink>
            )}
            {nextCursor !== null && (
              <PageLink href={listHref(month.month, list, token, nextCursor) as Route} className="lone-link">
                Next rows
              </PageLink>
            )}
          </p>
        )}
      </Card>
    </>
  );
}

/** Of the month’s figures, which the rows add up to. */
function sumLines({ figures }: MonthDetail, { list, token }: MovementListInput): string[] {
  const isAsked = (each: string) => token === undefined || each === token;
  const lines =
    list === "received"
      ? figures.received
          .filter(({ currency }) => isAsked(currency))
          .map(({ source, currency, recorded, withdrawn }) => {
            const back =
              withdrawn.count === 0 ? "" : `; taken back: ${figureWords(withdrawn, currency, "record")}`;
            return `${receivedSourceWords[source]}: ${figureWords(recorded, currency, "record")}${back}`;
          })
      : figures.tokens
          .filter((each) => isAsked(each.token) && each[list].count !== 0)
          .map((each) => figureWords(each[list], each.token));
  return lines.length === 0 ? ["Nothing is in this list."] : lines;
}

/** The token’s other figures that have a list. */
function OtherLists({ month, asked }: Pick<Props, "month" | "asked">) {
  const own = month.figures.tokens.find(({ token }) => token === asked.token);
  if (own === undefined || asked.list === "received") return null;
  const shown = steps.filter(
    ({ step }) => step !== "start" && (own[step].count !== 0 || step === asked.list),
  );
  return (
    <nav
      aria-label="Lists of this month"
      className="flex gap-1.5 overflow-x-auto px-card pt-1 pb-3 print:hidden"
    >
      {shown.map(({ step, name }) => (
        <PageLink
          key={step}
          href={listHref(month.month, step, own.token) as Route}
          scroll={false}
          className="pill whitespace-nowrap no-underline"
          aria-current={step === asked.list ? "page" : undefined}
        >
          {name} <span className="tabular-nums">{countIn(own, step)}</span>
        </PageLink>
      ))}
    </nav>
  );
}

function countIn(own: TokenFigures, step: (typeof steps)[number]["step"]): string {
  return formatCount(own[step].count);
}
