"use client";

import { useQuery } from "@tanstack/react-query";
import { Chip } from "#components/ui/chip";
import { Skeleton } from "#components/ui/skeleton";
import type { Business } from "#lib/contract/api";
import { Problem } from "#lib/problem";
import { businessQuery } from "#lib/queries";
import { showInvisible } from "#lib/visible-text";

/** The business of the key and its state, in two lines of a fixed height. */
export function BusinessBadge() {
  const { data, error } = useQuery(businessQuery);
  return (
    <div className="flex min-h-17 items-center gap-2.5 px-2 pt-1">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-lg bg-primary text-[13px] font-semibold text-on-primary"
      >
        {initials(data?.name) || "–"}
      </span>
      <div className="min-w-0 space-y-0.5">
        <p className="foreign-text line-clamp-2 font-semibold" title={data?.name}>
          {data === undefined && error === null ? (
            <Skeleton className="h-4 w-28" />
          ) : (
            showInvisible(data?.name.trim() ?? "") || "Business"
          )}
        </p>
        <State business={data} error={error} />
      </div>
    </div>
  );
}

function State({ business, error }: { business: Business | undefined; error: Error | null }) {
  if (error !== null) return <TroubleChip error={error} />;
  if (business === undefined) {
    return (
      <p className="flex h-5.5 items-center">
        <span className="sr-only">Asking the service for the business</span>
        <Skeleton className="h-4 w-16" />
      </p>
    );
  }
  if (business.usable) {
    return (
      <Chip shape="tick" tone="ok">
        Active
      </Chip>
    );
  }
  return (
    <Chip shape="triangle" tone="warn">
      <span className="line-clamp-2">{showInvisible(business.status.trim()) || "No status"}</span>
    </Chip>
  );
}

function TroubleChip({ error }: { error: Error }) {
  const code = error instanceof Problem ? error.code : "internal";
  if (code === "key_rejected") {
    return (
      <Chip shape="octagon" tone="fail">
        Key rejected
      </Chip>
    );
  }
  return (
    <Chip shape="triangle" tone="warn">
      Status not known
    </Chip>
  );
}

function initials(name = ""): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join("");
}
