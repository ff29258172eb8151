import type { Metadata } from "next";
import { ChevronRight } from "#components/ui/icon";
import { backInGutter, PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { tokensOf } from "../tokens";
import { NewBatch } from "./new-batch";

export const metadata: Metadata = { title: "New batch" };

export default async function NewBatchPage() {
  await pageActor("create");
  const { assets, isSandbox } = env();
  return (
    <>
      <PageHeader
        title="New batch"
        lead="From a spreadsheet. You check each row, and nothing is created before you agree."
        back={
          <PageLink
            href="/bulk"
            aria-label="Back to the batches"
            data-back
            className={`icon-button ${backInGutter}`}
          >
            <ChevronRight aria-hidden className="size-4 rotate-180" />
          </PageLink>
        }
      />
      <NewBatch tokens={tokensOf(assets)} isSandbox={isSandbox} />
    </>
  );
}
