import type { Route } from "next";
import { PageLink } from "#components/ui/page-link";
import { may, type Role } from "#lib/contract/roles";
import { hasDeliveries } from "#lib/server/webhooks/delivery-list";

/** Where an admin sees which systems were told of the transfer. */
export async function DeliveriesPart({ id, role }: { id: string; role: Role }) {
  if (!may(role, "manage_webhooks") || !(await hasDeliveries(id))) return null;
  return (
    <p className="text-[0.8125rem]/5 print:hidden">
      <PageLink
        href={`/webhooks/deliveries?transfer=${id}` as Route}
        className="text-link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
      >
        Deliveries of this transfer
      </PageLink>
    </p>
  );
}
