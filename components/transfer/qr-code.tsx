import { QRCodeSVG } from "qrcode.react";

type Props = {
  text: string;
  /** What the code holds, for those who cannot see it. */
  title: string;
};

/**
 * A text as a QR code, drawn in the page itself: black on white in both themes, because common decoders do not read an
 * inverted one.
 */
export function QrCode({ text, title }: Props) {
  return (
    <div className="w-fit self-start rounded-lg border border-line bg-white forced-color-adjust-none print:border-0">
      <QRCodeSVG
        value={text}
        size={256}
        level="M"
        boostLevel={false}
        marginSize={4}
        bgColor="#ffffff"
        fgColor="#000000"
        title={title}
        className="size-64 rounded-lg print:size-60"
      />
    </div>
  );
}
