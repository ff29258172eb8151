import type { ComponentProps } from "react";
import { may } from "#lib/contract/roles";
import { currentActor } from "#lib/server/auth/page-actor";
import { InkLink } from "./ink-link";

export async function CreateLink<Route>(props: ComponentProps<typeof InkLink<Route>>) {
  const actor = await currentActor();
  return actor !== undefined && may(actor.person.role, "create") ? <InkLink {...props} /> : null;
}
