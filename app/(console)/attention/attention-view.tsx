"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Notice } from "#components/notice/notice";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { lazyPart } from "#components/ui/lazy-part";
import { PageLink } from "#components/ui/page-link";
import { attentionQuery } from "#lib/calls/queries";
import type { Attention } from "#lib/contract/records";
import { attentionWords } from "#lib/words/attention-words";

const TransferTable = lazyPart(
  async () => (await import("#components/transfer/transfer-table")).TransferTable,
);

type Props = { initial: Attention; timeZone: string };

export function AttentionView({ initial, timeZone }: Props) {
  const { data: groups, error } = useQuery({ ...attentionQuery, initialData: initial });
  return (
    <div className="space-y-6">
      {error !== null && (
        <Notice kind="warn" title="Couldn’t refresh this page" isLive>
          {error.message} Showing what we knew before.
        </Notice>
      )}
      {groups.length === 0 && (
        <Card isFlush>
          <EmptyState title="No transfer needs attention">
            Transfers appear here when an outcome is unknown, when reports contradict each other, and when
            money may be late or lost.
          </EmptyState>
        </Card>
      )}
      {groups.map((group) => (
        <Group key={group.reason} group={group} timeZone={timeZone} />
      ))}
    </div>
  );
}

function Group({ group, timeZone }: { group: Attention[number]; timeZone: string }) {
  const { reason, count, transfers } = group;
  const { title, body } = attentionWords[reason];
  return (
    <Card
      id={reason}
      isFlush
      title={title}
      action={
        <span className="text-[13px]/5 text-muted">{count === 1 ? "1 transfer" : `${count} transfers`}</span>
      }
    >
      <p className="max-w-160 px-5 pb-3 text-muted">{body}</p>
      <Suspense>
        <TransferTable transfers={transfers} timeZone={timeZone} caption={title} />
      </Suspense>
      {count > transfers.length && (
        <p className="border-t border-line px-5 py-3 text-[13px]/5 text-muted">
          The newest {transfers.length} of {count}.{" "}
          <PageLink href="/transfers?attention=yes" className="text-link">
            Show everything that needs attention
          </PageLink>
        </p>
      )}
    </Card>
  );
}
