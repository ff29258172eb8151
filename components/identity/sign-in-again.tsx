import { usePathname } from "next/navigation";
import { ExternalLink } from "#components/ui/icon";

/** In a new tab, so that what was typed here stays. */
export function SignInAgain() {
  const path = usePathname();
  const search = typeof window === "undefined" ? "" : window.location.search;
  return (
    <a
      href={`/login?next=${encodeURIComponent(`${path}${search}`)}`}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-8 items-center gap-1 font-semibold underline underline-offset-3 pointer-coarse:min-h-11"
    >
      Sign in again
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">(opens a new tab)</span>
    </a>
  );
}
