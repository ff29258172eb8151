import { ExternalLink } from "#components/ui/icon";
import type { Asset } from "#lib/asset/asset";
import { explorerUrl } from "#lib/asset/assets";

export function ExplorerLink({ asset, address }: { asset: Asset | undefined; address: string }) {
  const url = asset === undefined ? undefined : explorerUrl(asset, address);
  if (url === undefined) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="text-link inline-flex items-center gap-1 text-[0.8125rem]/5 print:hidden"
    >
      Block explorer
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">(opens a new tab)</span>
    </a>
  );
}
