import type { ReactNode } from "react";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";
import { tokenName } from "../../tokens";
import type { CheckProps } from "../shared";

/** What is said once for all rows, each by one press that can be taken back. */
export function Questions(props: CheckProps) {
  return (
    <>
      <TokenQuestion {...props} />
      <AmountQuestion {...props} />
      <MarkQuestion {...props} />
      <Zeros {...props} />
    </>
  );
}

type CardProps = { title: ReactNode; children: ReactNode; isAnswered?: boolean; action: ReactNode };

function QuestionCard({ title, children, isAnswered = false, action }: CardProps) {
  return (
    <Notice kind={isAnswered ? "info" : "warn"} title={title} action={action}>
      <p>{children}</p>
    </Notice>
  );
}

function TokenQuestion({ batch, acts, tokens, canChange }: CheckProps) {
  const { asset } = batch.said;
  if (!batch.questions.asset) return null;
  return (
    <QuestionCard
      title="Some rows name no token"
      action={
        canChange &&
        tokens.map((token) => (
          <Button
            key={token.asset}
            size="small"
            onClick={() => void acts.changeWhole({ asset: token.asset })}
          >
            {tokenName(tokens, token.asset)}
          </Button>
        ))
      }
    >
      {asset === null
        ? "Choose the token and network in which these rows are paid."
        : `They are paid in ${tokenName(tokens, asset)}.`}
    </QuestionCard>
  );
}

function AmountQuestion({ batch, acts, canChange }: CheckProps) {
  const said = batch.said.amountIs;
  if (!batch.questions.amountIs && said === null) return null;
  const choose = (amountIs: "token" | "naira", words: string) =>
    said !== amountIs && (
      <Button size="small" onClick={() => void acts.changeWhole({ amountIs })}>
        {words}
      </Button>
    );
  const { amountColumn } = batch.questions;
  const column = amountColumn === null ? "The column of amounts" : `“${showInvisible(amountColumn)}”`;
  const symbol = batch.sums.length === 1 ? batch.sums[0]?.symbol : undefined;
  return (
    <QuestionCard
      title={
        said !== null
          ? "What the amounts are"
          : amountColumn === null
            ? "The amounts are as large as naira"
            : "Naira, or amounts of the token?"
      }
      isAnswered={said !== null}
      action={
        canChange && (
          <>
            {choose("naira", "They are naira")}
            {choose("token", symbol === undefined ? "They are amounts of the token" : `They are ${symbol}`)}
          </>
        )
      }
    >
      {said === null
        ? amountColumn === null
          ? "Say for all rows what the amounts are."
          : `${column} doesn’t say. Say it once for all rows.`
        : said === "naira"
          ? `${column} is read as naira that each recipient is to get.`
          : `${column} is read as amounts of the token.`}
    </QuestionCard>
  );
}

function MarkQuestion({ batch, acts, canChange }: CheckProps) {
  const { decimalMark } = batch.questions;
  const said = batch.said.decimalMark;
  if (decimalMark === null && said === null) return null;
  const examples = (decimalMark ?? []).slice(0, 3).map((text) => `“${showInvisible(text)}”`);
  const choose = (mark: "point" | "comma", words: string) =>
    said !== mark && (
      <Button size="small" onClick={() => void acts.changeWhole({ decimalMark: mark })}>
        {words}
      </Button>
    );
  return (
    <QuestionCard
      title={said === null ? "What stands before the decimals?" : "How the amounts are written"}
      isAnswered={said !== null}
      action={
        canChange && (
          <>
            {choose("point", "A point, as in 1,250.50")}
            {choose("comma", "A comma, as in 1.250,50")}
          </>
        )
      }
    >
      {said === null
        ? `${examples.join(", ")} can be read in two ways.`
        : `A ${said} stands before the decimals.`}
    </QuestionCard>
  );
}

/** Shown row by row below, and put back only by this press. */
function Zeros({ batch, acts, canChange }: CheckProps) {
  const { zeros } = batch.questions;
  const put = (hasZerosBack: boolean, words: string) =>
    canChange && (
      <Button size="small" onClick={() => void acts.changeWhole({ hasZerosBack })}>
        {words}
      </Button>
    );
  if (batch.said.hasZerosBack)
    return (
      <QuestionCard title="The leading zeros are put back" isAnswered action={put(false, "Undo")}>
        A spreadsheet had taken them off account numbers. They are underlined below.
      </QuestionCard>
    );
  if (zeros === 0) return null;
  return (
    <QuestionCard
      title={`${countOf(zeros, "account number has", "account numbers have")} lost a leading zero`}
      action={put(true, `Put the zeros back on ${countOf(zeros, "row")}`)}
    >
      Spreadsheets take zeros off the front of a number. Each row is checked again afterwards.
    </QuestionCard>
  );
}
