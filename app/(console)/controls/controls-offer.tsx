import { PageLink } from "#components/ui/page-link";
import { hasControls } from "#lib/features/controls/server/presence";

/** For people who manage people, while no rule is on and nothing waits. */
export async function ControlsOffer() {
  if (await hasControls().catch(() => true)) return null;
  return (
    <p className="mt-4 text-[0.8125rem]/5">
      <PageLink href="/controls" className="lone-link font-medium">
        Let a second person agree to payouts
      </PageLink>
    </p>
  );
}
