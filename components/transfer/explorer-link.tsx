import { ExternalLink } from "#components/ui/icon";
import type { Asset } from "#lib/asset/asset";
import { explorerUrl } from "#lib/asset/assets";

export function ExplorerLink({ asset, address }: { asset: Asset | undefined; address: string }) {
  const url = asset === undefined ? undefined : explorerUrl(asset, address);
  if (url === undefined) return null;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="link-button print:hidden">
      Block explorer
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  );
}
