import type { Metadata, Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { Notice } from "#components/notice/notice";
import { Card } from "#components/ui/card";
import { currentActor } from "#lib/server/auth/page-actor";
import { readEnded } from "#lib/server/auth/session";
import { db } from "#lib/server/database/db";
import { hasPeople } from "#lib/server/people/links";
import { nextPath } from "#lib/text/paths";
import { LoginPanel } from "./login-panel";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: PageProps<"/login">) {
  const { next, done, code } = await searchParams;
  const path = nextPath(typeof next === "string" ? next : undefined);
  if ((await currentActor()) !== undefined) redirect(path as Route);
  const isReady = await hasPeople(await db());
  const ended = await readEnded(await headers());
  return (
    <Card>
      <h1 className="mb-4 text-xl">Sign in</h1>
      {done !== undefined && (
        <Notice kind="ok" title="The password is set. Sign in with it." className="mb-4" />
      )}
      {done === undefined && code === undefined && ended !== undefined && (
        <Notice kind="info" title="Your session has ended" className="mb-4">
          <p>
            {path === "/"
              ? "Sign in again to go on."
              : "Sign in again to go on where you were. What you typed into a new transfer is kept."}
          </p>
        </Notice>
      )}
      {isReady ? (
        <LoginPanel next={path} email={ended?.email} isAtCode={code !== undefined} />
      ) : (
        <Notice kind="info" title="Nobody has an account yet">
          To create the first account, open the link that the dashboard printed when it started.
        </Notice>
      )}
    </Card>
  );
}
