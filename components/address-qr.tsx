import { QRCodeSVG } from "qrcode.react";

/**
 * The plain address as a QR code: black on white in both themes, because common decoders do not read an inverted one.
 * No payment URI: wallets read them by halves. Only for an address that passed the check of its network.
 */
export function AddressQr({ address, networkName }: { address: string; networkName: string }) {
  return (
    <div className="w-fit self-start rounded-lg border border-line bg-white forced-color-adjust-none print:border-0">
      <QRCodeSVG
        value={address}
        size={256}
        level="M"
        boostLevel={false}
        marginSize={4}
        bgColor="#ffffff"
        fgColor="#000000"
        title={`QR code of the ${networkName} address ${address}`}
        className="size-64 rounded-lg print:size-56"
      />
    </div>
  );
}
