import type { Metadata } from "next";
import { connection } from "next/server";
import { buttonClasses } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";

export const metadata: Metadata = { title: "Page not found" };

/** Drawn for each request, since the content policy needs a nonce of its own. */
export default async function NotFound() {
  await connection();
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        title={<h1>There is no page at this address</h1>}
        action={
          // A plain link: every page loads this, and it should not bring the router's link.
          <a href="/" className={buttonClasses({ variant: "primary" })}>
            Go to the overview
          </a>
        }
      >
        To find a transfer, search by ID, transaction ID or deposit address on that page.
      </EmptyState>
    </main>
  );
}
