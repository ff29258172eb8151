import type { Route } from "next";
import { MenuLink } from "#components/ui/button-link";
import { Webhook } from "#components/ui/icon";
import { may, type Role } from "#lib/contract/roles";
import { hasDeliveries } from "#lib/features/telling/server/webhooks/delivery-list";

/** In the menu of a transfer that somebody was told of, for those who manage webhooks. */
export async function DeliveriesLink({ id, role }: { id: string; role: Role }) {
  if (!may(role, "manage_webhooks") || !(await hasDeliveries(id))) return null;
  return (
    <MenuLink href={`/webhooks/deliveries?transfer=${id}` as Route} icon={<Webhook className="size-4" />}>
      Deliveries of this transfer
    </MenuLink>
  );
}
