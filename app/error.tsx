"use client";

import { PageFailure } from "#components/page-failure";

/** A fault outside the frame of the console. */
export default function RootError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="mx-auto max-w-160 px-4 py-12">
      <PageFailure error={error} retry={retry} />
    </main>
  );
}
