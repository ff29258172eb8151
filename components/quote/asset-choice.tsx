import { ChevronDown } from "#components/ui/icon";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import { classNames } from "#lib/text/class-names";

type Props = { assets: readonly Asset[]; asset: string; onAsset: (asset: string) => void };

const place =
  "flex min-h-11 shrink-0 items-center gap-1.5 border-t border-line px-4 sm:border-t-0 sm:border-l sm:min-h-15";

/** A native select laid over the words; plain words where there is one asset. */
export function AssetChoice({ assets, asset, onAsset }: Props) {
  const chosen = findAsset(assets, asset);
  const words = (
    <>
      <span className="font-semibold">{chosen?.fromCurrency}</span>
      <span className="text-muted">on {chosen?.networkName}</span>
    </>
  );
  if (assets.length === 1) return <p className={place}>{words}</p>;
  return (
    <div
      className={classNames(
        place,
        "relative rounded-b-xl hover:bg-sunken sm:rounded-r-xl sm:rounded-bl-none",
        "has-[select:focus-visible]:outline-2 has-[select:focus-visible]:outline-ring",
      )}
    >
      <span aria-hidden="true" className="flex min-w-0 grow items-center gap-1.5">
        {words}
        <ChevronDown className="ml-auto size-4 shrink-0 text-muted" />
      </span>
      <select
        aria-label="Token and network"
        value={asset}
        onChange={({ target }) => onAsset(target.value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none bg-surface text-base text-ink opacity-0"
      >
        {assets.map((row) => (
          <option key={row.asset} value={row.asset}>
            {row.fromCurrency} on {row.networkName}
          </option>
        ))}
      </select>
    </div>
  );
}
