import "server-only";
import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { type Act, may } from "#lib/contract/roles";
import type { Actor } from "./actor";
import { needsSecondFactor } from "./require-actor";
import { readActor } from "./session";

/** The header in which proxy.ts writes the path of a page, so that a person gets back to it after signing in. */
const pathHeader = "x-path";

/** Who opens a page, whatever it is; `undefined` when nobody is signed in. Asked of the database once a request. */
export const currentActor = cache(async (): Promise<Actor | undefined> => {
  const given = await headers();
  return readActor(given, given.get("next-router-prefetch") === null);
});

/**
 * Who opens a page, when their role allows what it is for. Every page calls it before it reads anything: the frame around
 * pages guards nothing. Whoever is signed out goes to the sign-in, whoever may not to a page that says so.
 */
export async function pageActor(act: Act): Promise<Actor> {
  const actor = await currentActor();
  if (actor === undefined) redirect(loginPath((await headers()).get(pathHeader) ?? "/") as Route);
  if (needsSecondFactor(actor.person, act)) redirect("/account" as Route);
  if (!may(actor.person.role, act)) redirect("/no-access" as Route);
  return actor;
}

/** The sign-in, with the way back. */
function loginPath(path: string): string {
  return path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`;
}
