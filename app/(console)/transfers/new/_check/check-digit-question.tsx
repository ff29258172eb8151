import { type Ref, useState } from "react";
import { Notice } from "#components/notice/notice";
import { hasWrongCheckDigit, wrongCheckDigit } from "#lib/bank/nuban";
import type { Bank } from "#lib/contract/api";
import { Tick } from "./tick";
import { type OpenQuestion, useQuestion } from "./use-question";

type Props = { ref: Ref<OpenQuestion>; bank: Bank; accountNumber: string };

/**
 * Asks about a number that is not one of the bank’s. The server doesn’t: it is a hint for who compares the number, and a
 * program that creates transfers has nobody who could.
 */
export function CheckDigitQuestion({ ref, bank, accountNumber }: Props) {
  const [isTicked, setIsTicked] = useState(false);
  const isWrong = hasWrongCheckDigit(bank, accountNumber);
  const { box, isMissed, answer } = useQuestion(ref, isWrong && !isTicked);
  if (!isWrong) return null;
  return (
    <Notice kind="warn" title="The account number may have a wrong digit">
      <p>{wrongCheckDigit} Compare every digit with what the recipient gave you.</p>
      <Tick
        ref={box}
        label="I compared the account number"
        isTicked={isTicked}
        onTick={(ticked) => {
          setIsTicked(ticked);
          answer();
        }}
        missed={isMissed ? "Tick this once you have compared the number. Nothing was created." : undefined}
      />
    </Notice>
  );
}
