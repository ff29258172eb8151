import type { Metadata } from "next";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { ButtonLink } from "#components/ui/button-link";
import { PageHeader } from "#components/ui/page-header";
import { listEndpoints } from "#lib/features/telling/server/webhooks/endpoints";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { EndpointsView } from "./endpoints-view";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage() {
  await pageActor("manage_webhooks");
  const found = await listEndpoints().catch(asTrouble);
  const { timeZone } = env();
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead="We tell your systems and channels what happens to transfers."
        actions={
          <ButtonLink size="small" href="/webhooks/deliveries">
            Deliveries
          </ButtonLink>
        }
      />
      {"code" in found ? (
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show this list right now. Nothing has changed.
        </ProblemNotice>
      ) : (
        <EndpointsView initial={found.endpoints} readAt={Date.now()} timeZone={timeZone} />
      )}
    </>
  );
}
