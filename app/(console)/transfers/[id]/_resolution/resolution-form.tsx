import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { FieldErrors, Path, UseFormReturn } from "react-hook-form";
import { ErrorSummary } from "#components/form/error-summary";
import { Field } from "#components/form/field";
import { TextArea } from "#components/form/input";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { useIsAlive } from "#lib/browser/is-alive";
import { act } from "#lib/calls/act";
import { keepTransfer } from "#lib/calls/acts";
import { Problem } from "#lib/contract/problem";
import type { ResolutionInput } from "#lib/contract/records";

type Reasoned = { reason: string };

type Props<Fields extends Reasoned, Input extends ResolutionInput> = {
  transferId: string;
  form: Pick<UseFormReturn<Fields>, "handleSubmit" | "register" | "setError">;
  errors: FieldErrors<Fields>;
  /** In the order of the page. */
  ids: { [Name in Path<Fields>]?: string } & Reasoned;
  toInput: (values: Fields) => Input;
  submit: string;
  done: string;
  onDone: (sentence: string) => void;
  className?: string;
  children?: ReactNode;
  confirm: (checked: Input, act: { isPending: boolean; onAct: () => void; onClose: () => void }) => ReactNode;
};

/** Every form that records what the service said: fields and reason, check, confirm, record. */
export function ResolutionForm<Fields extends Reasoned, Input extends ResolutionInput>({
  transferId,
  form,
  errors,
  ids,
  toInput,
  submit,
  done,
  onDone,
  className,
  children,
  confirm,
}: Props<Fields, Input>) {
  const isAlive = useIsAlive();
  const [checked, setChecked] = useState<Input>();
  const [tryCount, setTryCount] = useState(0);
  const names = Object.keys(ids) as Path<Fields>[];
  const messageOf = (name: string) => (errors as Record<string, { message?: string }>)[name]?.message;
  const faults = names.flatMap((name) => {
    const [id, message] = [ids[name], messageOf(name)];
    return id === undefined || message === undefined ? [] : [{ id, message }];
  });
  const { resolve, isPending, problem } = useResolution(transferId, {
    onDone: () => onDone(done),
    onProblem: ({ errors: wrong }) => {
      setChecked(undefined);
      for (const { path, message } of wrong) {
        const name = names.find((known) => known === path);
        if (name !== undefined) form.setError(name, { message });
      }
      if (wrong.length > 0) setTryCount((count) => count + 1);
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(
        (values) => {
          setTryCount(0);
          setChecked(toInput(values));
        },
        () => setTryCount((count) => count + 1),
      )}
      className={className}
    >
      <fieldset disabled={!isAlive} className="min-w-0 space-y-5">
        <ErrorSummary faults={faults} tryCount={tryCount}>
          Nothing was recorded.
        </ErrorSummary>
        <ResolutionProblem problem={problem} />
        {children}
        <Field
          id={ids.reason}
          label="How you know"
          hint="Who at the service said so, when, and where others can read it."
          error={messageOf("reason")}
        >
          {(wiring) => (
            <TextArea {...wiring} {...form.register("reason" as Path<Fields>)} maxLength={2_000} />
          )}
        </Field>
        <Button type="submit" variant="primary" className="max-sm:w-full">
          {submit}
        </Button>
      </fieldset>
      {checked !== undefined &&
        confirm(checked, {
          isPending,
          onAct: () => resolve(checked),
          onClose: () => setChecked(undefined),
        })}
    </form>
  );
}

/** Takes the focus, since the dialog is gone. */
function ResolutionProblem({ problem }: { problem: Problem | null }) {
  // The summary of the fields says these.
  if (problem === null || problem.code === "invalid_input") return null;
  // Without an answer it may have been recorded; the page fetches the transfer again either way.
  const isUncertain = problem.cause !== undefined || problem.code === "internal";
  return (
    <ActOutcome of={problem}>
      <Notice
        kind={isUncertain ? "warn" : "fail"}
        title={isUncertain ? "We don’t know whether this was recorded" : problem.title}
        isLive
      >
        <p>{problem.detail}</p>
        {isUncertain && <p>Check the timeline. If it isn’t there, record it again.</p>}
      </Notice>
    </ActOutcome>
  );
}

type Outcomes = { onDone: () => void; onProblem: (problem: Problem) => void };

function useResolution(id: string, on: Outcomes) {
  const isBusy = useRef(false);
  const mutation = useMutation({ ...act("POST /api/transfers/[id]/resolution"), ...keepTransfer(id) });
  return {
    resolve: (input: ResolutionInput) => {
      // A second click can come before the first one is drawn.
      if (isBusy.current) return;
      isBusy.current = true;
      // Not the call's own callbacks: the new state unmounts this form, and they would not run.
      mutation
        .mutateAsync({ params: { id }, body: input })
        .then(on.onDone, (error: unknown) => on.onProblem(asProblem(error)))
        .finally(() => {
          isBusy.current = false;
        });
    },
    isPending: mutation.isPending,
    problem: mutation.error === null ? null : asProblem(mutation.error),
  };
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem("internal", "Couldn’t read the answer.", { cause: error });
}
