import { BankField } from "#components/bank/bank-field";
import { Field } from "#components/form/field";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { defaultCountry } from "#lib/asset/defaults";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";
import { type BankQuestion, bankQuestions, type SetChanges, type ShownRow } from "./import-rows";

/** Each text that could be several banks, or is none, is asked about once for all its rows. */
export function BankQuestions({ rows, onChange }: { rows: readonly ShownRow[]; onChange: SetChanges }) {
  const questions = bankQuestions(rows);
  if (questions.length === 0) return null;
  return (
    <Card title={`${countOf(questions.length, "bank")} to choose`}>
      <ul className="space-y-5">
        {questions.map((question) => (
          <li key={question.text}>
            <Question {...question} onChange={onChange} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Question({ text, ns, choices, onChange }: BankQuestion & { onChange: SetChanges }) {
  const choose = (bank: { code: string; name: string }) =>
    onChange(ns, (before) => ({ ...before, bank: { code: bank.code, name: bank.name } }));
  return (
    <div className="space-y-2">
      <Field
        className="max-w-md"
        label={
          <span className="foreign-text">
            “{showInvisible(text)}” ({countOf(ns.length, "row")})
          </span>
        }
      >
        {(wiring) => (
          <BankField
            {...wiring}
            country={defaultCountry}
            bank={null}
            onBank={(bank) => bank !== null && choose(bank)}
          />
        )}
      </Field>
      {choices.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {choices.map((bank) => (
            <Button key={`${bank.code} ${bank.name}`} size="small" onClick={() => choose(bank)}>
              {bank.name} · {bank.code}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
