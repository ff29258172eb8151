import { Problem } from "#lib/contract/problem";

/** For a file that can't become a logo: the sentence stands at its field. */
export function logoFault(message: string): Problem {
  return new Problem("invalid_input", "Nothing was saved. Choose another file for the logo.", {
    errors: [{ path: "logo", message }],
  });
}
