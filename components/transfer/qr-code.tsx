import { useMemo } from "react";
import { encode } from "uqr";

type Props = {
  text: string;
  /** For those who can't see it. */
  title: string;
};

/** As the standard asks for it. */
const quietModules = 4;

/**
 * Black on white in both themes: common decoders can't read an inverted code. A picture, and no drawing of the page: what an
 * extension or the system does to the page's colours doesn't get into it.
 */
export function QrCode({ text, title }: Props) {
  const src = useMemo(() => pictureOf(text), [text]);
  return (
    <picture className="block w-fit self-start max-sm:mx-auto rounded-lg border border-line bg-white [color-scheme:only_light] forced-color-adjust-none print:border-0">
      <img src={src} alt={title} width={224} height={224} className="size-56 rounded-lg print:size-52" />
    </picture>
  );
}

function pictureOf(text: string): string {
  const { data } = encode(text, { ecc: "M", boostEcc: false, border: quietModules });
  const size = data.length;
  const dark = data.map((row, y) => runsOf(row, y)).join("");
  const paths = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">${paths}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The dark modules of a row, as few rectangles. */
function runsOf(row: readonly boolean[], y: number): string {
  let runs = "";
  for (let x = 0; x < row.length; x++) {
    const from = x;
    while (row[x] === true) x++;
    if (x > from) runs += `M${from} ${y}h${x - from}v1H${from}z`;
  }
  return runs;
}
