import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";

/** Of each row: how wide its recipient is, in quarters of a rem. */
const rows = ["w-38", "w-52", "w-30"];
const bar = "block h-2.5 rounded-full bg-sunken";

/** Where transfers will be, before there is one: rows without words, and the way to the first. */
export function GhostTransfers({ mayCreate }: { mayCreate: boolean }) {
  return (
    <Card isFlush title="Newest transfers">
      <div aria-hidden="true">
        <p className="flex h-8 items-center gap-x-5 border-t border-line px-card text-xs text-muted max-sm:hidden">
          <span className="w-12">Created</span>
          <span className="flex-1">Recipient</span>
          <span className="w-24">Status</span>
          <span className="w-20">Amount</span>
          <span className="w-24 max-lg:hidden">Recipient gets</span>
          <span className="w-15 max-lg:hidden">ID</span>
        </p>
        {rows.map((width) => (
          <div key={width} className="flex h-10 items-center gap-x-5 border-t border-line px-card">
            <span className={`${bar} w-12`} />
            <span className="flex min-w-0 flex-1 gap-x-2">
              <span className={`${bar} ${width}`} />
              <span className={`${bar} w-20 max-sm:hidden`} />
            </span>
            <span className={`${bar} w-24 max-sm:hidden`} />
            <span className={`${bar} w-20`} />
            <span className={`${bar} w-24 max-lg:hidden`} />
            <span className={`${bar} w-15 max-lg:hidden`} />
          </div>
        ))}
      </div>
      <p className="border-t border-line px-card py-4 text-[0.8125rem]/5 text-muted">
        Transfers appear here, newest first.{" "}
        {mayCreate && (
          <PageLink href="/transfers/new" className="lone-link font-medium">
            Create the first
          </PageLink>
        )}
      </p>
    </Card>
  );
}
