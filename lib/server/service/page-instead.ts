import "server-only";
import { tryReadJson } from "#lib/contract/wire";
import type { ServiceAnswer } from "./offramp-http";

/** Invariant: a web page is nobody's word about a key, a business or a transfer. It is named by its title, never shown. */

const longestTitle = 80;
const beginsAsPage = /^[\s\uFEFF]*<(!doctype|html|head|body|title|!--|\?xml)/i;

/** Names a web page that came instead of JSON: of a firewall, of a proxy, or of another server. */
export function pageInstead({ status, headers, text }: ServiceAnswer): string | undefined {
  const isPage = /\bhtml\b/i.test(headers["content-type"] ?? "") || beginsAsPage.test(text);
  if (!isPage || tryReadJson(text) !== undefined) return undefined;
  const title = titleOf(text);
  const server = lineOf(headers.server ?? "");
  const named = ["a web page", title && `“${title}”`, server && `from ${server}`].filter(Boolean);
  return `HTTP ${status} with ${named.join(", ")}`;
}

/** The same where it refuses us: a firewall's word, which says nothing of the key. */
export function firewallInstead(answer: ServiceAnswer): string | undefined {
  const page = answer.status === 401 || answer.status === 403 ? pageInstead(answer) : undefined;
  if (page === undefined) return undefined;
  return `${page}, came instead of the service’s answer. It says nothing of the API key. It may be a firewall before the service: ask the service to let this dashboard through.`;
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
