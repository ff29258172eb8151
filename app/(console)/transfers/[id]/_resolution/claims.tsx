import { Notice } from "#components/notice/notice";
import { Address } from "#components/transfer/address";
import { Card } from "#components/ui/card";
import { isSameAddress } from "#lib/asset/address";
import type { TransferWithEvents } from "#lib/contract/api";
import { showInvisible } from "#lib/text/visible-text";
import { depositPhase } from "#lib/words/deposit/deposit-phase";
import { ZonedTime } from "../zoned-time";
import { whoGave } from "./who-gave";

type Props = { transfer: TransferWithEvents; timeZone: string };

export function Claims({ transfer, timeZone }: Props) {
  const { claims } = transfer;
  if (claims.length === 0) return null;
  const addresses = new Set(claims.flatMap(({ address }) => address ?? []));
  const what = addresses.size > 1 ? "addresses" : "transaction IDs";
  const list = <ClaimList transfer={transfer} timeZone={timeZone} />;
  if (depositPhase(transfer) !== "disputed") return <Card title={`The ${what} we were given`}>{list}</Card>;
  return (
    <>
      <Notice kind="fail" title={`Two ${what}: send nothing`}>
        <p>The sources disagree. Money sent to a wrong address is lost, so no deposit address is shown.</p>
        <p>
          What to do: give the service both {what}, and ask which one is right. Then somebody with the role
          Finance records it below.
        </p>
      </Notice>
      <Card title="What we were given, and by whom">{list}</Card>
    </>
  );
}

function ClaimList({ transfer: { claims, address: right }, timeZone }: Props) {
  return (
    <ol className="space-y-5">
      {claims.map((claim) => (
        <li key={claim.event} className="space-y-1 print:break-inside-avoid">
          <p className="flex flex-wrap gap-x-2 text-[0.8125rem]/5 text-muted">
            <span translate="no" className="foreign-text">
              {whoGave(claim)}
            </span>
            <ZonedTime at={claim.at} timeZone={timeZone} className="whitespace-nowrap" />
          </p>
          {claim.address === null ? (
            <p className="text-muted">No deposit address</p>
          ) : (
            <Address address={showInvisible(claim.address)} className="text-[0.8125rem]/6" />
          )}
          {claim.transactionId !== null && (
            <p className="foreign-text text-[0.8125rem]/5 text-muted">
              Transaction ID <span className="font-mono">{showInvisible(claim.transactionId)}</span>
            </p>
          )}
          {right !== null && claim.address !== null && (
            <p className="text-[0.8125rem]/5 font-medium">
              {isSameAddress(claim.address, right)
                ? "A person recorded this address as the right one."
                : "Not the right one. Do not send to it."}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
