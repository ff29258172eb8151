import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { ErrorSummary } from "#components/form/error-summary";
import { FormActs } from "#components/form/form-acts";
import { ActOutcome } from "#components/notice/act-outcome";
import { Trouble } from "#components/notice/trouble";
import { useFieldFaults } from "#lib/browser/field-faults";
import { judgedBy } from "#lib/browser/judged-by";
import { focusLate } from "#lib/browser/late-focus";
import { act } from "#lib/calls/act";
import type { ControlsState } from "#lib/features/controls/controls-api";
import { Rules } from "#lib/features/controls/rules";
import { LimitFields, NewAccountFields, PayeeFields, TierFields } from "./rules-fields";
import { RulesPreview } from "./rules-preview";
import { controlId, faultsIn, type RulesValues, rulesToSend, valuesOf } from "./rules-values";

const resolver = judgedBy(Rules, rulesToSend);
const fieldOf = (path: string) => path.replace(/^rules\./, "");

/** What somebody typed before they went to another page, such as to invite somebody; over newer rules it is forgotten. */
const left: { typed?: { after: number; values: RulesValues } } = {};

type Props = {
  /** The number of the newest rules: over others that come meanwhile nothing is saved. */
  after: number;
  rules: Rules;
  holdHours: number;
  /** How many people can approve. */
  able: number;
  onSaved: (state: ControlsState) => void;
  onClose: () => void;
};

/** All rules at once: they are set whole. */
export function RulesForm({ after, rules, holdHours, able, onSaved, onClose }: Props) {
  const { typed } = left;
  const defaultValues = typed?.after === after ? typed.values : valuesOf(rules);
  const form = useForm<RulesValues>({ defaultValues, resolver, shouldFocusError: false });
  const { handleSubmit, watch, setError, formState } = form;
  const saving = useMutation(act("POST /api/controls"));
  const [triedWith, setTriedWith] = useState(able);
  const values = watch();
  useEffect(() => {
    left.typed = { after, values };
  });
  const fault = useFieldFaults(saving.error, setError, fieldOf);
  const [tryCount, setTryCount] = useState(0);
  // Once somebody has joined or left, that nobody can approve may be true no more.
  const trouble = triedWith === able ? fault : null;
  const { errors } = formState;
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => focusLate(place.current?.querySelector<HTMLElement>("input, button")), []);
  const faults = faultsIn(errors).map(({ path, message }) => ({ id: controlId(path), message }));
  return (
    <div className="min-w-0 space-y-4">
      <RulesPreview values={values} holdHours={holdHours} />
      <form
        ref={place}
        noValidate
        method="post"
        className="space-y-4"
        onSubmit={handleSubmit(
          (typed) => {
            setTryCount(0);
            setTriedWith(able);
            saving.mutate({ body: { after: `${after}`, rules: rulesToSend(typed) } }, { onSuccess: onSaved });
          },
          () => setTryCount((count) => count + 1),
        )}
      >
        <ErrorSummary faults={faults} tryCount={tryCount}>
          Nothing was saved.
        </ErrorSummary>
        <TierFields form={form} />
        <NewAccountFields form={form} />
        <PayeeFields form={form} />
        <LimitFields form={form} />
        <ActOutcome of={trouble}>{trouble !== null && <Trouble error={trouble} />}</ActOutcome>
        <FormActs
          act="Save the rules"
          actPending="Saving"
          // Until the page has drawn what was saved.
          isPending={saving.isPending || saving.isSuccess}
          onClose={() => {
            delete left.typed;
            onClose();
          }}
        />
      </form>
    </div>
  );
}
