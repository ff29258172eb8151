import type { Metadata } from "next";
import { connection } from "next/server";
import { Card } from "#components/ui/card";
import { WelcomeForm } from "./welcome-form";

export const metadata: Metadata = { title: "Your account" };

/** Where a one-time link leads: an invitation, or a new password. What it is for is asked for by the browser. */
export default async function WelcomePage() {
  await connection();
  return (
    <Card>
      <WelcomeForm />
    </Card>
  );
}
