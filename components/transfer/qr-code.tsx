import { QRCodeSVG } from "qrcode.react";

type Props = {
  text: string;
  /** For those who can't see it. */
  title: string;
};

/** Black on white in both themes: common decoders can't read an inverted code. */
export function QrCode({ text, title }: Props) {
  return (
    <div className="w-fit self-start max-sm:mx-auto rounded-lg border border-line bg-white forced-color-adjust-none print:border-0">
      <QRCodeSVG
        value={text}
        size={224}
        level="M"
        boostLevel={false}
        marginSize={4}
        bgColor="#ffffff"
        fgColor="#000000"
        title={title}
        className="size-56 rounded-lg print:size-52"
      />
    </div>
  );
}
