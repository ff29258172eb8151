"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Mark } from "#components/chip/mark";
import { BusinessNotice } from "#components/notice/business-notice";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { Skeleton } from "#components/ui/skeleton";
import { Ago, Time } from "#components/ui/time";
import { businessQuery } from "#lib/calls/queries";
import type { Business } from "#lib/contract/api";
import { Problem, type ProblemCode } from "#lib/contract/problem";
import { prepareZone } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { businessBlock } from "#lib/words/business-block";

/** The business in a line under the page's title; what is wrong with it is said in full. */
export function BusinessPanel({ timeZone }: { timeZone: string }) {
  const { data, error, isFetching, refetch } = useQuery(businessQuery);
  const block = businessBlock({ data, error });
  const [isAsked, setAsked] = useState(false);
  // Loaded while the service is asked, so that the answer is drawn at once.
  useEffect(() => {
    const timer = setTimeout(() => prepareZone(timeZone));
    return () => clearTimeout(timer);
  }, [timeZone]);
  return (
    <section aria-label="Business" className="-mt-4 mb-3 space-y-3 text-[0.8125rem]/5 sm:-mt-5 sm:mb-2.5">
      <div className="flex items-start gap-1.5">
        {data === undefined && error === null && (
          <p role="status" className="flex min-h-8 items-center pointer-coarse:min-h-11">
            <span className="sr-only">Loading the business</span>
            <Skeleton className="h-4 w-64 max-sm:w-40" />
          </p>
        )}
        {data !== undefined && (
          <details className="min-w-0 open:flex-1">
            <summary className="flex min-h-8 flex-wrap items-center gap-x-1.5 text-muted pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
              {error === null && <State business={data} />}
              <span className="whitespace-nowrap">
                {error === null ? "· checked " : "Last answer: "}
                <Ago at={data.checkedAt} now={Math.max(Date.now(), Date.parse(data.checkedAt))} />
              </span>
              <span className="font-medium text-ink underline decoration-1 underline-offset-3">
                Details<span className="sr-only"> of the business</span>
              </span>
            </summary>
            <Facts business={data} timeZone={timeZone} />
          </details>
        )}
        {/* While nothing is wrong it is checked by itself. A button that was pressed stays, with the focus. */}
        {(block !== undefined || error !== null || isAsked) && (
          <Button
            size="small"
            variant="quiet"
            className="min-w-22 shrink-0 px-2! text-[0.8125rem]/5 font-medium! underline decoration-1 underline-offset-3"
            aria-disabled={isFetching || undefined}
            onClick={() => {
              setAsked(true);
              void refetch();
            }}
          >
            {isFetching ? "Checking" : "Check again"}
          </Button>
        )}
      </div>
      {block !== undefined && <BusinessNotice block={block} />}
      {block === undefined && error !== null && <Trouble error={error} />}
      {/* A fault is announced by its notice. */}
      <p role="status" className="sr-only">
        {isAsked && !isFetching && error === null && data !== undefined && `Checked: ${statusOf(data)}.`}
      </p>
    </section>
  );
}

function State({ business }: { business: Business }) {
  return (
    <span
      className={`flex items-center gap-1.5 font-semibold [--silhouette-hole:var(--color-page)] ${business.usable ? "text-ok" : "text-warn"}`}
    >
      <Mark shape={business.usable ? "tick" : "triangle"} />
      <span translate="no" className="foreign-text">
        {statusOf(business)}
      </span>
    </span>
  );
}

function statusOf({ usable, status }: Business): string {
  return usable ? "Active" : showInvisible(status.trim()) || "Not stated";
}

function Trouble({ error }: { error: Error }) {
  const { kind, title, detail, meaning } = describeBusinessTrouble(error);
  return (
    <Notice kind={kind} title={title} isLive>
      <p>{detail}</p>
      <p>{meaning}</p>
    </Notice>
  );
}

function Facts({
  business: { name, type, owner, website, checkedAt },
  timeZone,
}: {
  business: Business;
  timeZone: string;
}) {
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-3 rounded-xl border border-line bg-surface px-card py-4 sm:grid-cols-2 lg:grid-cols-5">
      <Fact term="Name">{stated(name)}</Fact>
      <Fact term="Type">{stated(type)}</Fact>
      <Fact term="Owner">{stated(owner)}</Fact>
      <Fact term="Website">
        <Website url={website} />
      </Fact>
      <Fact term="Checked">
        <Time at={checkedAt} timeZone={timeZone} hasSeconds />
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{term}</dt>
      <dd translate="no" className="foreign-text line-clamp-4 font-medium">
        {children}
      </dd>
    </div>
  );
}

function stated(text: string) {
  return text.trim() === "" ? (
    <span className="font-normal text-muted">Not stated</span>
  ) : (
    showInvisible(text)
  );
}

/** Only http and https become a link: anything else could run in the page. */
function Website({ url }: { url: string }) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "https:" && parsed?.protocol !== "http:") return stated(url);
  return (
    <a href={parsed.href} className="text-link" rel="noopener noreferrer nofollow" target="_blank">
      {showInvisible(url)}
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  );
}

type BusinessTrouble = {
  kind: "warn" | "fail";
  title: string;
  detail: string;
  meaning: string;
};

const untouched = "Existing transfers aren’t affected.";

const known: Partial<Record<ProblemCode, Pick<BusinessTrouble, "kind" | "meaning">>> = {
  unusable_answer: {
    kind: "fail",
    meaning: `This answer may not be from the service. Don’t send to a new address until this is clear. ${untouched}`,
  },
};

function describeBusinessTrouble(error: Error): BusinessTrouble {
  const problem =
    error instanceof Problem ? error : new Problem("internal", "The page couldn’t read the answer.");
  const { kind, meaning } = known[problem.code] ?? {
    kind: "warn" as const,
    meaning: `We can’t tell whether the business is active. ${untouched} Don’t create a transfer again because of this message.`,
  };
  return { kind, meaning, title: problem.title, detail: problem.detail };
}
