import { tryReadJson } from "#lib/contract/wire";
import type { ServiceAnswer } from "./offramp-http";

/** Invariant: a web page is nobody's word about a key, a business or a transfer. It is named by its title, never shown. */

const longestTitle = 80;
const beginsAsPage = /^[\s\uFEFF]*<(!doctype|html|head|body|title|!--|\?xml)/i;

/** The status, with the name of a web page that came instead of JSON: of a firewall, of a proxy, or of another server. */
export function statusNamed(answer: ServiceAnswer): string {
  const page = pageOf(answer);
  return page === undefined || page === unnamed
    ? `HTTP ${answer.status}`
    : `HTTP ${answer.status} and ${page}`;
}

const unnamed = "a web page";

export function pageOf({ headers, text }: ServiceAnswer): string | undefined {
  const isPage = /\bhtml\b/i.test(headers["content-type"] ?? "") || beginsAsPage.test(text);
  if (!isPage || tryReadJson(text) !== undefined) return undefined;
  const title = titleOf(text);
  const server = lineOf(headers.server ?? "");
  const named = [unnamed, title && `“${title}”`, server && `from ${server}`].filter(Boolean);
  return named.join(", ");
}

/** What is to be said where a web page refuses us, which is a firewall's word and says nothing of the key. */
export function firewallInstead(answer: ServiceAnswer): string | undefined {
  const page = answer.status === 401 || answer.status === 403 ? pageOf(answer) : undefined;
  if (page === undefined) return undefined;
  return `HTTP ${answer.status} and ${page}${page === unnamed ? "" : ","} came instead of the service’s answer. It says nothing of the API key. It may be a firewall before the service.`;
}

function titleOf(text: string): string {
  const [, title = ""] = /<title[^>]{0,200}>([^<]{1,400})/i.exec(text) ?? [];
  return lineOf(title.replace(/&#?\w{1,10};/g, " "));
}

function lineOf(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, longestTitle);
}
