/** Deeper parts stay on their line, so that a body made of brackets doesn't grow without end. */
const deepest = 8;
/** A text that would grow more than this stays as it is. */
const mostGrowth = 4;
const literal = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
/** A string, a part without quotes, a sign, or blanks. */
const token = /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|[-+.\w]+|[{}[\],:]|[ \t\n\r]+|[\s\S]/g;

/**
 * JSON on lines of its own, by its text alone: each string and each number stands as it came. A text that isn't JSON is
 * returned as it is; one that was cut off may end anywhere.
 */
export function indentJson(text: string, isCut = false): string {
  if (!/^\s*[{[]/.test(text)) return text;
  const parts = (text.match(token) ?? []).filter((part) => !/^[ \t\n\r]/.test(part));
  const lines: string[] = [];
  const open: string[] = [];
  const newLine = () => `\n${"  ".repeat(open.length)}`;
  for (const [at, part] of parts.entries()) {
    const isLast = at === parts.length - 1;
    const isEnded = open.length === 0 && at > 0;
    if (isEnded || !(isSign(part) || isValue(part) || (isLast && isCut))) return text;
    const before = parts[at - 1];
    const isEmpty = before !== undefined && closes[before] === part;
    if (part === "}" || part === "]") {
      if (closes[open.at(-1) ?? ""] !== part) return text;
      const isFlat = isEmpty || open.length > deepest;
      open.pop();
      lines.push(isFlat ? part : newLine() + part);
    } else if (part === "{" || part === "[") {
      lines.push(lead(before) + part);
      open.push(part);
    } else lines.push(part === ":" ? ": " : part === "," ? "," : lead(before) + part);
  }
  const indented = lines.join("");
  const isWhole = open.length === 0 || isCut;
  return isWhole && indented.length <= mostGrowth * text.length + 64 ? indented : text;

  /** What stands before a value: nothing after its name, a line of its own elsewhere. */
  function lead(before: string | undefined): string {
    if (before === undefined || before === ":") return "";
    if (open.length > deepest) return before === "," ? " " : "";
    return newLine();
  }
}

const closes: Partial<Record<string, string>> = { "{": "}", "[": "]" };

function isSign(part: string): boolean {
  return part.length === 1 && "{}[],:".includes(part);
}

function isValue(part: string): boolean {
  return (part.length > 1 && part.startsWith('"') && part.endsWith('"')) || literal.test(part);
}
