import { useState } from "react";
import { BankField } from "#components/bank/bank-field";
import { Field } from "#components/form/field";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import { defaultCountry } from "#lib/asset/defaults";
import type { Bank } from "#lib/contract/api";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";
import type { CheckProps } from "../shared";

type BankText = Batch["banks"][number];

/** Each text of the bank's column that isn't a bank's own name, once for all its rows. */
export function BankTexts({ batch: { banks }, acts, canChange }: CheckProps) {
  const open = banks.filter(({ isConfirmed }) => !isConfirmed);
  const done = banks.filter(({ isConfirmed }) => isConfirmed);
  const found = open.flatMap(({ text, bank }) => (bank === null ? [] : [{ text, bank }]));
  if (banks.length === 0) return null;
  const choose = (text: string, bank: Bank) =>
    void acts.changeWhole({ banks: [{ text, bank: { code: bank.code, name: bank.name } }] });
  const line = (each: BankText) => (
    <li key={each.text} className="py-3">
      <TextLine each={each} canChange={canChange} onChoose={(bank) => choose(each.text, bank)} />
    </li>
  );
  return (
    <Card
      title={
        open.length === 0
          ? `${countOf(done.length, "bank")} confirmed`
          : `${countOf(open.length, "bank")} to confirm`
      }
      action={
        canChange &&
        found.length > 0 && (
          <Button size="small" onClick={() => void acts.changeWhole({ banks: found })}>
            {found.length === 1 ? "Confirm the one shown" : `Confirm all ${found.length} shown`}
          </Button>
        )
      }
    >
      {open.length > 0 && <ul className="-my-3 divide-y divide-line">{open.map(line)}</ul>}
      {done.length > 0 && (
        <Disclosure
          summary={open.length === 0 ? "Show them" : `${countOf(done.length, "bank")} confirmed`}
          className={open.length > 0 ? "mt-4" : ""}
        >
          <ul className="divide-y divide-line">{done.map(line)}</ul>
        </Disclosure>
      )}
    </Card>
  );
}

type LineProps = { each: BankText; canChange: boolean; onChoose: (bank: Bank) => void };

function TextLine({ each: { text, rows, bank, choices, isConfirmed }, canChange, onChoose }: LineProps) {
  const [isOpen, setIsOpen] = useState(false);
  const called = text.trim() === "" ? "No text" : `“${showInvisible(text)}”`;
  const others = choices.filter(({ code, name }) => code !== bank?.code || name !== bank.name);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="foreign-text min-w-0 flex-[1_1_16rem]">
          <span translate="no" className="font-medium">
            {called}
          </span>
          <span className="text-muted">: {countOf(rows, "row")}</span>
          {bank !== null && (
            <span translate="no">
              {" "}
              → {bank.name} <span className="font-mono text-xs text-muted">{bank.code}</span>
            </span>
          )}
        </p>
        {canChange && (
          <div className="flex flex-wrap gap-2">
            {bank !== null && !isConfirmed && (
              <Button size="small" aria-label={`Confirm ${called}`} onClick={() => onChoose(bank)}>
                Confirm
              </Button>
            )}
            {bank === null &&
              others.map((choice) => (
                <Button key={`${choice.code} ${choice.name}`} size="small" onClick={() => onChoose(choice)}>
                  {choice.name} · {choice.code}
                </Button>
              ))}
            <Button
              size="small"
              variant="quiet"
              aria-expanded={isOpen}
              aria-label={`Choose another bank for ${called}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {bank === null ? "Choose a bank" : "Choose another"}
            </Button>
          </div>
        )}
      </div>
      {isOpen && canChange && (
        <Field label={<span className="foreign-text">Bank for {called}</span>} className="max-w-md">
          {(wiring) => <BankField {...wiring} country={defaultCountry} bank={bank} onBank={onChoose} />}
        </Field>
      )}
    </div>
  );
}
