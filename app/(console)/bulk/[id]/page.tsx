import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { PageHeader } from "#components/ui/page-header";
import { may } from "#lib/contract/roles";
import { viewBatch } from "#lib/features/bulk/server/batches/view-batch";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { showInvisible } from "#lib/text/visible-text";
import { BackToBatches } from "../back-to-batches";
import { tokensOf } from "../tokens";
import { BatchView } from "./batch-view";

const find = cache(async (id: string) => viewBatch(id, {}, await pageActor("read")).catch(asTrouble));

export async function generateMetadata({ params }: PageProps<"/bulk/[id]">): Promise<Metadata> {
  const found = await find((await params).id);
  return { title: "code" in found ? "Batch" : `Batch: ${showInvisible(found.name)}` };
}

export default async function BatchPage({ params }: PageProps<"/bulk/[id]">) {
  const { person } = await pageActor("read");
  const { id } = await params;
  const found = await find(id);
  if ("code" in found) {
    if (found.code === "not_found") notFound();
    return (
      <>
        <PageHeader title="Batch" back={<BackToBatches />} />
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this batch right now. Nothing was sent, and nothing has changed.
        </ProblemNotice>
      </>
    );
  }
  const { assets, timeZone } = env();
  return (
    <BatchView
      key={id}
      drawn={found}
      tokens={tokensOf(assets)}
      can={{ create: may(person.role, "create"), export: may(person.role, "export") }}
      now={Date.now()}
      timeZone={timeZone}
    />
  );
}
