import type { Metadata } from "next";
import { PageHeader } from "#components/ui/page-header";
import { pageActor } from "#lib/server/auth/page-actor";
import { BackLink } from "../back-link";
import { ReceivedView } from "./received-view";

export const metadata: Metadata = { title: "What payees said" };

export default async function ReceivedPage() {
  await pageActor("note");
  return (
    <>
      <PageHeader
        title="What payees said"
        lead="Record what arrived for many transfers at once, as you were told. Each row becomes a record of its transfer."
        back={<BackLink />}
      />
      <ReceivedView />
    </>
  );
}
