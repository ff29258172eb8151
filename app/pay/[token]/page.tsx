import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { fromOf } from "#lib/server/auth/actor";
import { openPayPage } from "#lib/server/funding/open-pay-link";
import { PayerScreen } from "./payer-screen";

export const metadata: Metadata = {
  title: { absolute: "Payment request" },
  description: "What to send, and where.",
};

/** The link alone opens it: no session is needed, and none is read. */
export default async function PayPage({ params }: PageProps<"/pay/[token]">) {
  const { token } = await params;
  const given = await headers();
  const view = await openPayPage(token, { from: fromOf(given), host: given.get("host") ?? "" });
  if (view === "unknown") notFound();
  return view === "too_often" ? <OpenedTooOften /> : <PayerScreen view={view} />;
}

function OpenedTooOften() {
  return (
    <>
      <h1 className="text-lg">This page was opened too often</h1>
      <p className="mt-2">Wait a minute, then reload it. Do not send anything before that.</p>
    </>
  );
}
