import { QrCode } from "./qr-code";

/**
 * The plain address as a QR code. No payment URI: wallets read them by halves. Only for an address that passed the check
 * of its network.
 */
export function AddressQr({ address, networkName }: { address: string; networkName: string }) {
  return <QrCode text={address} title={`QR code of the ${networkName} address ${address}`} />;
}
