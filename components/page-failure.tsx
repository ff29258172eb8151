import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { PageHeader } from "#components/ui/page-header";

/** A page that could not be drawn: what that means for the money, what to do, and what to tell whoever runs this. */
export function PageFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = readDigest(error);
  return (
    <>
      <title>Something failed · Offramp Dashboard</title>
      <PageHeader title="Something failed in this dashboard" />
      <Notice
        kind="fail"
        title="This page could not be shown"
        isLive
        action={
          <Button size="small" onClick={() => retry()}>
            Try again
          </Button>
        }
      >
        <p>
          What was created before is not changed by this. If you were creating a transfer, look at the list of
          transfers before you repeat anything.
        </p>
        {digest !== undefined && (
          <p>
            Tell whoever runs this dashboard: error <code className="select-all">{digest}</code>
          </p>
        )}
      </Notice>
      <p className="mt-4">
        {/* A full load, because the router itself may be what failed. */}
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
