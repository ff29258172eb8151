import { Notice } from "#components/notice/notice";
import { Address } from "#components/transfer/address";
import { Disclosure } from "#components/ui/disclosure";
import type { Asset } from "#lib/asset/asset";
import { explorerTxUrl } from "#lib/asset/assets";
import type { Transfer } from "#lib/contract/api";
import { formatTime } from "#lib/text/format-time";
import { fundingWords } from "#lib/words/deposit/funding-words";

type Props = { transfer: Transfer; asset: Asset | undefined; timeZone: string };

/** While a wallet may send, or has: nobody else sends, and the address is folded away. */
export function FundingNotice({ transfer, asset, timeZone }: Props) {
  const { funding, address, network } = transfer;
  if (funding === null) return null;
  const { title, sentences } = fundingWords(transfer, funding, {
    networkName: asset?.networkName ?? network,
    at: formatTime(funding.askedAt, timeZone, { hasSeconds: false }),
    now: Date.now(),
  });
  const url = funding.hash === null || asset === undefined ? undefined : explorerTxUrl(asset, funding.hash);
  return (
    <Notice kind="warn" title={title}>
      <p>{sentences.join(" ")}</p>
      <Disclosure summary="Details of the request" className="print:hidden">
        <dl className="space-y-1 text-[0.8125rem]/5">
          <dt className="text-muted">Wallet, as it calls itself</dt>
          <dd>{funding.wallet}</dd>
          <dt className="text-muted">From</dt>
          <dd>
            <Address address={funding.from} />
          </dd>
          {address !== null && (
            <>
              <dt className="text-muted">To</dt>
              <dd>
                <Address address={address} />
              </dd>
            </>
          )}
          {funding.hash !== null && (
            <>
              <dt className="text-muted">Transaction, as the wallet says</dt>
              <dd className="font-mono wrap-anywhere">
                {url === undefined ? (
                  funding.hash
                ) : (
                  <a href={url} target="_blank" rel="noopener noreferrer" className="text-link">
                    {funding.hash}
                    <span className="sr-only"> (opens a new tab)</span>
                  </a>
                )}
              </dd>
            </>
          )}
        </dl>
      </Disclosure>
    </Notice>
  );
}
