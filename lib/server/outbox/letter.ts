import { env } from "#lib/server/config/env";

/** Invariant: a letter is plain text and simple HTML of the same words, with no picture and no link but to this dashboard. */

/** `path` is a page of this dashboard; without APP_URL the words stand alone. */
type Line = { text: string; path?: string };
export type Letter = { subject: string; paragraphs: readonly (Line | { list: readonly Line[] })[] };

const sandboxWords = "This is the sandbox: no real money moves.";

export function subjectOf({ subject }: Letter): string {
  return env().isSandbox ? `[Sandbox] ${subject}` : subject;
}

export function textOf(letter: Letter): string {
  const line = ({ text, path }: Line) => {
    const url = urlOf(path);
    return url === undefined ? text : `${text}\n${url}`;
  };
  return `${all(letter)
    .map((part) => ("list" in part ? part.list.map((each) => `- ${line(each)}`).join("\n") : line(part)))
    .join("\n\n")}\n`;
}

export function htmlOf(letter: Letter): string {
  const line = ({ text, path }: Line) => {
    const url = urlOf(path);
    return url === undefined ? escaped(text) : `<a href="${escaped(url)}">${escaped(text)}</a>`;
  };
  const body = all(letter).map((part) =>
    "list" in part
      ? `<ul>${part.list.map((each) => `<li>${line(each)}</li>`).join("")}</ul>`
      : `<p>${line(part)}</p>`,
  );
  const head = `<meta charset="utf-8"><title>${escaped(subjectOf(letter))}</title>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body.join("")}</body></html>\n`;
}

function all({ paragraphs }: Letter): Letter["paragraphs"] {
  return env().isSandbox ? [{ text: sandboxWords }, ...paragraphs] : paragraphs;
}

function urlOf(path: string | undefined): string | undefined {
  const { appUrl } = env();
  return path === undefined || appUrl === undefined ? undefined : `${appUrl}${path}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
