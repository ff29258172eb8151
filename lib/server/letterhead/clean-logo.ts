import { createHash } from "node:crypto";
import { type LogoType, mostLogoBytes } from "#lib/contract/letterhead/letterhead";
import { cleanPng, isPng } from "./clean-png";
import { cleanSvg } from "./clean-svg";
import { logoFault } from "./logo-fault";

export type CleanLogo = { type: LogoType; hash: string; bytes: Buffer };

/** What a file is, is said by what it holds, and by no name or type. Throws `invalid_input`. */
export async function cleanLogo(file: Buffer): Promise<CleanLogo> {
  if (file.length > mostLogoBytes)
    throw logoFault(`The logo has more than ${mostLogoBytes / 1_000} kB. Choose a smaller one.`);
  const type = isPng(file) ? "png" : "svg";
  const bytes = type === "png" ? await cleanPng(file) : cleanSvg(file);
  return { type, hash: createHash("sha256").update(bytes).digest("hex"), bytes };
}
