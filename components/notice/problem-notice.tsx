import type { ReactNode } from "react";
import { mayPass, Problem, type ProblemCode } from "#lib/contract/problem";
import { Notice } from "./notice";
import { SignedOut } from "./signed-out";

/** The serializable facts of a failure, which the server can pass to the browser. */
export type Trouble = { code: ProblemCode; title: string; detail: string };

/** Throws anything that is not a {@link Problem}. */
export function asTrouble(error: unknown): Trouble {
  if (!(error instanceof Problem)) throw error;
  return { code: error.code, title: error.title, detail: error.detail };
}

type Props = {
  trouble: Trouble;
  /** What it means for the money, where the detail doesn't say. */
  children?: ReactNode;
  action?: ReactNode;
  isLive?: boolean;
};

export function ProblemNotice({ trouble, children, action, isLive = false }: Props) {
  if (trouble.code === "signed_out") return <SignedOut />;
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
