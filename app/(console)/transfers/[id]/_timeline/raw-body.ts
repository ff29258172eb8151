import { showBody } from "#lib/text/visible-text";
import { indentJson } from "./indent-json";

/** As it is read: JSON on lines of its own, and what is invisible by its code. */
export function shownBody(raw: string, isCut = false): string {
  return showBody(indentJson(raw, isCut));
}
