import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { act } from "#lib/calls/act";
import { keepTransfer } from "#lib/calls/acts";
import { Problem } from "#lib/contract/problem";
import type { ResolutionInput } from "#lib/contract/records";

type Outcomes = { onDone: () => void; onProblem: (problem: Problem) => void };

export function useResolution(id: string, on: Outcomes) {
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
