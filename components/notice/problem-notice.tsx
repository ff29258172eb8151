import type { ReactNode } from "react";
import { mayPass, Problem, type ProblemCode } from "#lib/contract/problem";
import { Notice } from "./notice";

/** What can cross from the server to a component of a page: the facts of a failure, never the failure itself. */
export type Trouble = { code: ProblemCode; title: string; detail: string };

/** Turns a caught error into facts for the screen; an error that is no {@link Problem} is thrown on. */
export function asTrouble(error: unknown): Trouble {
  if (!(error instanceof Problem)) throw error;
  return { code: error.code, title: error.title, detail: error.detail };
}

type Props = {
  trouble: Trouble;
  /** What it means for the money, where the detail does not say. */
  children?: ReactNode;
  action?: ReactNode;
  isLive?: boolean;
};

/** A failure as a notice: what happened, what it means, what to do. */
export function ProblemNotice({ trouble, children, action, isLive = false }: Props) {
  return (
    <Notice
      kind={mayPass(trouble.code) ? "warn" : "fail"}
      title={trouble.title}
      action={action}
      isLive={isLive}
    >
      <p>{trouble.detail}</p>
      {children !== undefined && <p>{children}</p>}
    </Notice>
  );
}
