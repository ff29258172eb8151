import type { Route } from "next";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, RowHead, Table } from "#components/ui/table";
import type { Figure, TokenFigures } from "#lib/features/books/month-answers";
import { formatCount, formatPadded } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { showInvisible } from "#lib/text/visible-text";
import { listHref, monthBefore, type Step, steps } from "../month-words";

/** With its token, beside its name: a longer one would not fit on a phone. */
const longest = 20;
/** On a line of its own a longer one is drawn smaller: a digit alone on the next line could be missed. */
const longestOnALine = 30;

/** One token’s month as an equation, from top to bottom. On a phone a row is two lines. */
export function EquationCard({ month, figures }: { month: string; figures: TokenFigures }) {
  const { token } = figures;
  const rows = steps.filter(({ step }) => step !== "back" || figures.back.count !== 0);
  const most = Math.max(...rows.map(({ step }) => formatPadded(figures[step].amount).length));
  const width = most > longestOnALine ? "longest" : most + token.length > longest ? "long" : "usual";
  return (
    <Card
      isFlush
      // Beside another it would take more lines than below it.
      className={width === "usual" ? undefined : "print:col-span-full"}
      title={
        <span translate="no" className="foreign-text">
          {showInvisible(token)}
        </span>
      }
    >
      <Table
        caption={`${showInvisible(token)}: what was open, came, left, and is open`}
        className="max-sm:block"
      >
        <thead className="max-sm:sr-only">
          <tr>
            <ColumnHead>What</ColumnHead>
            <ColumnHead isAmount>Transfers</ColumnHead>
            <ColumnHead isAmount>Amount</ColumnHead>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <StepRow
              key={row.step}
              {...row}
              figure={figures[row.step]}
              token={token}
              href={hrefOf(month, row.step, token)}
              width={width}
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

const onPhone = "print:py-1 max-sm:block max-sm:border-0 max-sm:p-0 max-sm:first:pl-0 max-sm:last:pr-0";
const amountOnPhone = {
  usual: "max-sm:col-start-2 max-sm:row-start-1",
  long: "max-sm:col-span-full max-sm:pl-4 max-sm:text-left",
  longest: "max-sm:col-span-full max-sm:pl-4 max-sm:text-left max-sm:text-xs",
};

type RowProps = (typeof steps)[number] & {
  figure: Figure;
  token: string;
  href: string;
  width: keyof typeof amountOnPhone;
};

function StepRow({ step, sign, spoken, name, figure, token, href, width }: RowProps) {
  const isEnd = step === "end";
  const look = classNames(
    onPhone,
    "tabular-nums",
    (isEnd || step === "start") && "font-medium",
    isEnd && "sm:bg-sunken sm:first:rounded-bl-xl sm:last:rounded-br-xl",
  );
  return (
    <tr
      className={classNames(
        "border-line max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:px-4 max-sm:py-2.5 max-sm:not-first:border-t",
        isEnd && "max-sm:rounded-b-xl max-sm:bg-sunken",
      )}
    >
      <RowHead className={look}>
        <span className="flex">
          <span aria-hidden="true" className="w-4 shrink-0 text-muted">
            {sign}
          </span>
          <span>
            <span className="sr-only">{spoken} </span>
            {name}
          </span>
        </span>
      </RowHead>
      <Cell
        isAmount
        className={classNames(
          look,
          "max-sm:text-[0.8125rem]/5 max-sm:font-normal max-sm:text-muted",
          width === "usual" ? "max-sm:col-start-1 max-sm:row-start-2 max-sm:pl-4 max-sm:text-left" : "",
        )}
      >
        {formatCount(figure.count)}
        <span className="sm:hidden">{figure.count === 1 ? " transfer" : " transfers"}</span>
      </Cell>
      <Cell isAmount className={classNames(look, "foreign-text", amountOnPhone[width])}>
        <Amount {...{ name, figure, token, href }} />
      </Cell>
    </tr>
  );
}

function Amount({ name, figure, token, href }: Pick<RowProps, "name" | "figure" | "token" | "href">) {
  const text = (
    <>
      {formatPadded(figure.amount)}{" "}
      <span className="text-[0.8125rem]/5 font-normal text-muted">{showInvisible(token)}</span>
    </>
  );
  if (figure.count === 0) return <span className="text-muted">{text}</span>;
  return (
    <PageLink
      href={href as Route}
      // Its room to be pressed is no room between the rows.
      className="-my-0.5 inline-block min-h-6 leading-6 underline decoration-line-strong underline-offset-3 hover:decoration-current pointer-coarse:-my-2 pointer-coarse:min-h-9 pointer-coarse:leading-9"
    >
      <span className="sr-only">{name}: </span>
      {text}
    </PageLink>
  );
}
