import { QrCode } from "./qr-code";

/** The plain address, not a payment URI, which wallets read incompletely. Only for an address that passed its check. */
export function AddressQr({ address, networkName }: { address: string; networkName: string }) {
  return (
    <QrCode
      text={address}
      title={`QR code of the ${networkName} address that starts with ${address.slice(0, 6)} and ends with ${address.slice(-4)}`}
    />
  );
}
