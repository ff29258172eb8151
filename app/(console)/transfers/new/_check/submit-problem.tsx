import type { Route } from "next";
import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "#components/notice/notice";
import { TryAgainIn } from "#components/notice/try-again-in";
import { PageLink } from "#components/ui/page-link";
import { focusLate } from "#lib/browser/late-focus";
import { mayPass, type Problem } from "#lib/contract/problem";
import type { Submit } from "./use-submit";

export function SubmitProblem({ submit }: { submit: Submit }) {
  const { problem, isUncertain, hasStray } = submit;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) focusLate(place.current);
  }, [problem]);
  return (
    <>
      {hasStray && problem === null && (
        <Notice
          kind="warn"
          title="Your earlier attempt may have created a transfer"
          action={<TransferLink href="/transfers">Show all transfers</TransferLink>}
        >
          <p>
            We got no answer, and the details have changed since. Check the list of transfers before you
            create this one.
          </p>
        </Notice>
      )}
      {problem !== null && (
        <div ref={place} tabIndex={-1} className="rounded-lg outline-none">
          {isUncertain ? <Uncertain /> : <Definite problem={problem} />}
        </div>
      )}
    </>
  );
}

function Uncertain() {
  return (
    <Notice kind="warn" title="We don’t know yet whether it was created" isLive>
      <p>
        The dashboard’s server didn’t answer. No money has moved: you have not been given a deposit address.
      </p>
      <p>Check your connection and try again with the same button. The same request is never sent twice.</p>
    </Notice>
  );
}

function Definite({ problem }: { problem: Problem }) {
  const { code, extra, title, retryAfterSeconds: seconds } = problem;
  // The wait that the service asked for is counted.
  const isCounted = code === "rate_limited" && seconds !== undefined;
  const detail = isCounted ? problem.detail.replace(/ Try again in [^.]+\./, "") : problem.detail;
  const id = typeof extra.transferId === "string" ? extra.transferId : undefined;
  const link = id !== undefined && <TransferLink href={`/transfers/${id}`}>Open that transfer</TransferLink>;
  if (code === "idempotency_key_reused") {
    return (
      <Notice
        kind="warn"
        title="A transfer was already created from this page"
        isLive
        action={link || undefined}
      >
        <p>Its details differ from the ones you see here. Nothing was created now.</p>
        <p>Check that transfer first. The button below creates this one as a new transfer.</p>
      </Notice>
    );
  }
  const kind = mayPass(code) ? "warn" : "fail";
  return (
    <Notice kind={kind} title={title} isLive>
      <p>{detail}</p>
      {isCounted && <TryAgainIn key={problem.requestId} seconds={seconds} />}
      {!/Nothing was (created|sent|done)/.test(detail) && <p>Nothing was created and no money has moved.</p>}
      {problem.errors.map(({ path, message }) => (
        <p key={path}>
          {path}: {message}
        </p>
      ))}
    </Notice>
  );
}

function TransferLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <PageLink href={href as Route} className="font-semibold underline underline-offset-3">
      {children}
    </PageLink>
  );
}
