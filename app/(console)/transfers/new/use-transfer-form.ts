import { useRef, useState } from "react";
import type { InputRules } from "#lib/contract/api";
import { findFaults } from "./load-checks";
import type { TransferFaults, TransferForm } from "./transfer-form";

type Name = keyof TransferForm;

/** What stands in the fields, what is wrong with it, and what changes both. */
export type TransferFields = {
  values: TransferForm;
  faults: TransferFaults;
  /** Fills a field. Once the form was sent, or while the field is at fault, it is judged anew; or when it is asked for. */
  fill: (name: Name, value: string, isJudged?: boolean) => void;
  /** Judges one field as it stands. */
  judge: (name: Name) => void;
  /** Judges all fields, and goes on with one or the other. */
  send: (on: { good: () => void; faulty: () => void }) => Promise<void>;
  /** Adds what our API found wrong. */
  addFaults: (faults: TransferFaults) => void;
};

/**
 * The fields of the form. They are few and each holds a text, so a library of forms, which every visitor would load with
 * the page, has nothing to do here; the judgement is the schema's.
 */
export function useTransferForm(start: TransferForm, rules: InputRules): TransferFields {
  const [values, setValues] = useState(start);
  const [faults, setFaults] = useState<TransferFaults>({});
  const [wasSent, setWasSent] = useState(false);
  // The checks take a moment to load, and somebody types on: what stands there then is judged.
  const newest = useRef(start);
  const find = () => findFaults(() => newest.current, rules);
  const addFaults = (more: TransferFaults) => setFaults((known) => ({ ...known, ...more }));

  async function judge(name: Name) {
    const { [name]: message } = await find();
    addFaults({ [name]: message });
  }

  function fill(name: Name, value: string, isJudged = false) {
    newest.current = { ...newest.current, [name]: value };
    setValues(newest.current);
    if (isJudged || wasSent || faults[name] !== undefined) void judge(name);
  }

  return {
    values,
    faults,
    fill,
    judge: (name) => void judge(name),
    addFaults,
    send: async ({ good, faulty }) => {
      const found = await find();
      setFaults(found);
      setWasSent(true);
      if (Object.keys(found).length === 0) good();
      else faulty();
    },
  };
}
