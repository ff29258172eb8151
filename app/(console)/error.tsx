"use client";

/** Every page loads this ahead, since the fault may be the network. So it uses no components of ours. */
export default function ConsoleError({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = readDigest(error);
  return (
    <>
      <title>Something failed · Offramp Dashboard</title>
      <h1 className="mb-6 min-h-10">Something failed in this dashboard</h1>
      <div role="alert" className="space-y-1 rounded-lg bg-fail-soft px-4 py-3">
        <p className="font-semibold text-fail">This page can’t be shown</p>
        <p>
          Existing transfers aren’t affected. If you were creating a transfer, check the list of transfers
          before you repeat anything.
        </p>
        {digest !== undefined && (
          <p>
            Tell the person who runs this dashboard: error <code className="select-all">{digest}</code>
          </p>
        )}
        <button
          type="button"
          onClick={() => retry()}
          className="mt-2 min-h-11 rounded-lg border border-line-strong bg-surface px-4 font-semibold"
        >
          Try again
        </button>
      </div>
      <p className="mt-4">
        {/* A full load, because the router itself may have failed. */}
        <a href="/transfers" className="text-link font-medium">
          Go to the list of transfers
        </a>
      </p>
    </>
  );
}

/** The number under which the server's log has the fault. */
function readDigest(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("digest" in error)) return undefined;
  return typeof error.digest === "string" ? error.digest : undefined;
}
