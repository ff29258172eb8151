import type { KeyboardEvent } from "react";
import type { FieldWiring } from "#components/form/field";
import { controlClasses } from "#components/form/input";
import type { Bank } from "#lib/contract/api";
import { classNames } from "#lib/text/class-names";

export type BankFieldProps = FieldWiring & {
  country: string;
  bank: Bank | null;
  onBank: (bank: Bank) => void;
};

/** How the search begins that takes the place of the button. */
export type BankStart = {
  /** What was typed before it was loaded. */
  startsWith: string;
  startsOpen: boolean;
};

export const bankTriggerClasses = classNames(
  controlClasses,
  "flex items-center justify-between gap-3 bg-surface! py-1.5 text-left",
);

/** Always both: people know the name, and the code is what is sent. */
export function BankRow({ bank }: { bank: Bank }) {
  return (
    <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
      <span translate="no" className="foreign-text min-w-0">
        {bank.name}
      </span>
      <span className="font-mono text-[0.8125rem] text-muted">{bank.code}</span>
    </span>
  );
}

/** Whether a key writes a character. Space doesn't count, since it presses a button. */
export function writesCharacter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
}
