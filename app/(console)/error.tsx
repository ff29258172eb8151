"use client";

import { PageFailure } from "#components/page-failure";

/** A fault inside a page: the frame and its search stay. */
export default function ConsoleError({ error, retry }: { error: unknown; retry: () => void }) {
  return <PageFailure error={error} retry={retry} />;
}
