import { QrCode } from "./qr-code";

type Props = { address: string; networkName: string; isSandbox: boolean };

/** The plain address, not a payment URI, which wallets read incompletely. Only for an address that passed its check. */
export function AddressQr({ address, networkName, isSandbox }: Props) {
  const code = (
    <QrCode
      text={address}
      title={`QR code of the ${networkName} address that starts with ${address.slice(0, 6)} and ends with ${address.slice(-4)}`}
    />
  );
  if (!isSandbox) return code;
  return (
    <div className="w-fit self-start rounded-xl border border-sandbox-line bg-sandbox-soft p-3 max-sm:mx-auto [&_img]:size-52">
      {code}
    </div>
  );
}
