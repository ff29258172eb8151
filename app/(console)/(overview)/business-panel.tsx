"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Chip } from "#components/chip/chip";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Skeleton } from "#components/ui/skeleton";
import { Time } from "#components/ui/time";
import { businessQuery } from "#lib/calls/queries";
import type { Business } from "#lib/contract/api";
import { prepareZone } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { describeBusinessTrouble } from "./business-trouble";

export function BusinessPanel({ timeZone }: { timeZone: string }) {
  const { data, error, isFetching, refetch } = useQuery(businessQuery);
  const [isAsked, setAsked] = useState(false);
  // Loaded while the service is asked, so that the answer is drawn at once.
  useEffect(() => {
    const timer = setTimeout(() => prepareZone(timeZone));
    return () => clearTimeout(timer);
  }, [timeZone]);
  return (
    <Card
      title="Business"
      action={
        <Button
          size="small"
          variant="quiet"
          aria-disabled={isFetching || undefined}
          onClick={() => {
            setAsked(true);
            void refetch();
          }}
        >
          {isFetching ? "Checking" : "Check now"}
        </Button>
      }
    >
      {/* A fault is announced by its notice. */}
      <p role="status" className="sr-only">
        {isAsked && !isFetching && error === null && data !== undefined && `Checked: ${statusOf(data)}.`}
      </p>
      <div className="space-y-4">
        {error !== null && <Trouble error={error} />}
        {error !== null && data !== undefined && (
          <p className="text-muted">
            Showing the service’s last answer, from{" "}
            <Time at={data.checkedAt} timeZone={timeZone} hasSeconds />.
          </p>
        )}
        {data !== undefined && error === null && !data.usable && <NotActive status={data.status} />}
        {data !== undefined && <Facts business={data} timeZone={timeZone} />}
        {data === undefined && error === null && <Waiting />}
      </div>
    </Card>
  );
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

function NotActive({ status }: { status: string }) {
  const word = showInvisible(status.trim());
  return (
    <Notice
      kind="warn"
      title={word === "" ? "The service sent no status" : `The service says: ${word}`}
      isLive
    >
      <p>Only an “active” business can create transfers. Existing transfers aren’t affected.</p>
      <p>
        Ask the service what it needs. Before you send to an earlier address, ask whether it still pays out.
      </p>
    </Notice>
  );
}

function statusOf({ usable, status }: Business): string {
  return usable ? "Active" : showInvisible(status.trim()) || "Not stated";
}

function Facts({ business, timeZone }: { business: Business; timeZone: string }) {
  const { name, type, owner, website, usable, checkedAt } = business;
  return (
    <dl className={grid}>
      <Fact term="Status">
        <Chip shape={usable ? "tick" : "triangle"} tone={usable ? "ok" : "warn"}>
          {statusOf(business)}
        </Chip>
      </Fact>
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

const grid = "grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3";

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="foreign-text flex min-h-6 items-center font-medium">
        <span className="line-clamp-4 min-w-0">{children}</span>
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

function Waiting() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading the business
      </p>
      <dl className={grid}>
        {["Status", "Name", "Type", "Owner", "Website", "Checked"].map((term) => (
          <Fact key={term} term={term}>
            <Skeleton className="h-5 w-32" />
          </Fact>
        ))}
      </dl>
    </div>
  );
}
