import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { connection } from "next/server";
import { cache } from "react";
import { asTrouble, ProblemNotice } from "#components/problem-notice";
import { RefreshButton } from "#components/refresh-button";
import { PageHeader } from "#components/ui/page-header";
import { findAsset } from "#lib/assets";
import { env } from "#lib/server/env";
import { findTransfer } from "#lib/server/transfers";
import { transferTitle } from "#lib/transfer-text";
import { TransferView } from "./transfer-view";

// The title and the page ask for the same transfer: once a request is enough.
const find = cache(async (encodedId: string) => {
  await connection();
  return findTransfer(decode(encodedId)).catch(asTrouble);
});

export async function generateMetadata({ params }: PageProps<"/transfers/[id]">): Promise<Metadata> {
  const found = await find((await params).id);
  return { title: "code" in found ? "Transfer" : transferTitle(found) };
}

/** One transfer, by our ID; the service's transaction ID leads here too. */
export default async function TransferPage({ params }: PageProps<"/transfers/[id]">) {
  const { id } = await params;
  const found = await find(id);
  if ("code" in found) {
    if (found.code === "not_found") notFound();
    return (
      <>
        <PageHeader title="Transfer" />
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          The transfer is not shown now. What was created before is not changed by this.
        </ProblemNotice>
      </>
    );
  }
  // One transfer has one address of its page, so that a link is the same whoever copies it.
  if (found.id !== decode(id)) redirect(`/transfers/${found.id}`);
  const { assets, timeZone, isSandbox } = env();
  return (
    <TransferView
      initial={found}
      asset={findAsset(assets, found.asset)}
      timeZone={timeZone}
      isSandbox={isSandbox}
    />
  );
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
