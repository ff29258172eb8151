import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { type Act, may } from "#lib/contract/roles";
import { pathHeader, unaskedHeader } from "#lib/server/http/page-guard";
import type { Actor } from "./actor";
import { needsSecondFactor } from "./require-actor";
import { readActor } from "./session";

/** `undefined` when nobody is signed in. Asks the database once a request. */
export const currentActor = cache(async (): Promise<Actor | undefined> => {
  const given = await headers();
  return readActor(given, given.get(unaskedHeader) === null);
});

/**
 * Returns who opens a page. Every page calls it before it reads anything: its layout guards nothing. Redirects to the
 * sign-in, or to a page that says they have no access.
 */
export async function pageActor(act: Act): Promise<Actor> {
  const actor = await currentActor();
  if (actor === undefined) redirect(loginPath((await headers()).get(pathHeader) ?? "/") as Route);
  if (needsSecondFactor(actor.person, act)) redirect("/account" as Route);
  if (!may(actor.person.role, act)) redirect("/no-access" as Route);
  return actor;
}

function loginPath(path: string): string {
  return path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`;
}
