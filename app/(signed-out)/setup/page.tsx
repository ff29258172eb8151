import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { Card } from "#components/ui/card";
import { db } from "#lib/server/database/db";
import { hasPeople } from "#lib/server/people/links";
import { SetupForm } from "./setup-form";

export const metadata: Metadata = { title: "First account" };

/** Opened by the link that the start prints. Once there is an admin, this page doesn't exist. */
export default async function SetupPage() {
  await connection();
  if (await hasPeople(await db())) notFound();
  return (
    <Card>
      <h1 className="mb-1 text-xl">Create the first account</h1>
      <p className="mb-4 text-muted">This account is an admin and can invite the others.</p>
      <SetupForm />
    </Card>
  );
}
