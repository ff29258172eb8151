import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { Notice } from "#components/notice/notice";
import { Card } from "#components/ui/card";
import { currentActor } from "#lib/server/auth/page-actor";
import { db } from "#lib/server/database/db";
import { hasPeople } from "#lib/server/people/links";
import { nextPath } from "#lib/text/next-path";
import { LoginForm } from "./login-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: PageProps<"/login">) {
  const { next, done } = await searchParams;
  const path = nextPath(typeof next === "string" ? next : undefined);
  if ((await currentActor()) !== undefined) redirect(path as Route);
  const isReady = await hasPeople(await db());
  return (
    <Card>
      <h1 className="mb-4 text-xl">Sign in</h1>
      {done !== undefined && (
        <Notice kind="ok" title="The password is set. Sign in with it." className="mb-4" />
      )}
      {isReady ? (
        <LoginForm next={path} />
      ) : (
        <Notice kind="info" title="Nobody has an account yet">
          To create the first account, open the link that the dashboard printed when it started.
        </Notice>
      )}
    </Card>
  );
}
