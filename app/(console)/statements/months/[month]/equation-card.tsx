import type { Route } from "next";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, RowHead, Table } from "#components/ui/table";
import type { Figure, TokenFigures } from "#lib/features/books/month-answers";
import { formatCount, formatPadded } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { showInvisible } from "#lib/text/visible-text";
import { listHref, monthBefore, type Step, steps } from "../month-words";

/** Beside its name a longer one would not fit on a phone. */
const longest = 16;

/** One token’s month as an equation, from top to bottom. */
export function EquationCard({ month, figures }: { month: string; figures: TokenFigures }) {
  const { token } = figures;
  const rows = steps.filter(({ step }) => step !== "back" || figures.back.count !== 0);
  const isLong = rows.some(
    ({ step }) => formatPadded(figures[step].amount).length + token.length > longest + 4,
  );
  return (
    <Card isFlush title={
        <span translate="no" className="foreign-text">
          {showInvisible(token)}
        </span>
      }>
      <Table caption={`${showInvisible(token)}: what was open, came, left, and is open`}>
        <thead className={classNames(isLong && "max-sm:sr-only")}>
          <tr>
            <ColumnHead>What</ColumnHead>
            <ColumnHead isAmount>Transfers</ColumnHead>
            <ColumnHead isAmount>Amount</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StepRow
              key={row.step}
              {...row}
              figure={figures[row.step]}
              token={token}
              href={hrefOf(month, row.step, token)}
              isLong={isLong}
            />
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

/** What was open at its start is what was open at the end of the month before. */
function hrefOf(month: string, step: Step, token: string): string {
  return step === "start" ? listHref(monthBefore(month), "end", token) : listHref(month, step, token);
}

type RowProps = (typeof steps)[number] & { figure: Figure; token: string; href: string; isLong: boolean };

function StepRow({ step, sign, spoken, name, figure, token, href, isLong }: RowProps) {
  const isSum = step === "start" || step === "end";
  const look = classNames("tabular-nums", isSum && "font-medium", step === "end" && "bg-sunken");
  const amount = (
    <>
      {formatPadded(figure.amount)}{" "}
      <span className="inline-block min-w-10.5 text-left text-[0.8125rem]/5 font-normal text-muted">
        {showInvisible(token)}
      </span>
    </>
  );
  return (
    <tr className={classNames(isLong && "max-sm:flex max-sm:flex-wrap")}>
      <RowHead className={classNames(look, isLong && "max-sm:flex-1 max-sm:border-0 max-sm:pb-0")}>
        <span aria-hidden="true" className="inline-block w-4 text-muted">
          {sign}
        </span>
        <span className="sr-only">{spoken} </span>
        {name}
      </RowHead>
      <Cell isAmount className={classNames(look, isLong && "max-sm:border-0 max-sm:pb-0 max-sm:pr-4")}>
        {formatCount(figure.count)}
      </Cell>
      <Cell
        isAmount
        className={classNames(look, "foreign-text", isLong && "max-sm:w-full max-sm:pt-0 max-sm:pl-4")}
      >
        {figure.count === 0 ? (
          <span className="text-muted">{amount}</span>
        ) : (
          <PageLink
            href={href as Route}
            className="inline-block min-h-6 leading-6 hover:underline pointer-coarse:min-h-9"
          >
            <span className="sr-only">{name}: </span>
            {amount}
          </PageLink>
        )}
      </Cell>
    </tr>
  );
}
