import type { Metadata } from "next";
import { PageHeader } from "#components/ui/page-header";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { BackToBatches } from "../back-to-batches";
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
        back={<BackToBatches />}
      />
      <NewBatch tokens={tokensOf(assets)} isSandbox={isSandbox} />
    </>
  );
}
