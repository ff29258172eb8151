import type { Metadata } from "next";
import { connection } from "next/server";
import { Card } from "#components/ui/card";
import { WelcomeForm } from "./welcome-form";

export const metadata: Metadata = { title: "Your account" };

/** Invitations and links for a new password. The browser asks what the link is for. */
export default async function WelcomePage() {
  await connection();
  return (
    <Card>
      <WelcomeForm />
    </Card>
  );
}
