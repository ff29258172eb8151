import type { ComponentProps } from "react";
import { ButtonLink } from "#components/ui/button-link";
import { may } from "#lib/contract/roles";
import { currentActor } from "#lib/server/auth/page-actor";

export async function CreateLink<Route>(props: ComponentProps<typeof ButtonLink<Route>>) {
  const actor = await currentActor();
  return actor !== undefined && may(actor.person.role, "create") ? <ButtonLink {...props} /> : null;
}
