import { moveCaret, type TextAndCaret } from "#lib/text/grouped-text";
import { type AmountReading, groupThousands, plainMarks, readAmountText } from "./amount-text";

/** One change of the field, with its text before, and its text and caret after. */
export type AmountEdit = {
  before: string;
  after: TextAndCaret;
  /** `InputEvent.inputType`, such as `insertText` or `deleteContentForward`. */
  inputType: string;
  /** The characters that were typed, where the browser tells. */
  data: string | null;
  symbol?: string | undefined;
};
/** What the field shows next, and what it means. */
export type EditedAmount = { shown: TextAndCaret; reading: AmountReading };

/** Without marks a text is as it was before the field could group it. */
const isOwnWriting = (text: string) =>
  /^\d*\.?\d*$/.test(text) || text === groupThousands(text.replaceAll(",", ""));

/** Groups digits and a point at once; a typed comma, or anything else, stays as typed until it can be read. */
export function editAmount({ before, after, inputType, data, symbol }: AmountEdit): EditedAmount {
  const isPasted = /^insertFrom(Paste|Drop|Yank)|^insertReplacementText$/.test(inputType);
  const typed = plainMarks(after.text).replace(/[\s\u00a0]/g, "");
  const isOwn = isOwnWriting(before) && !data?.includes(",") && !isPasted;
  const bare = typed.replaceAll(",", "");
  if (isOwn && /^\d*\.?\d*$/.test(bare)) return grouped(after, bare, inputType);
  const reading = readAmountText(after.text, { symbol, isPasted });
  if (!isPasted || reading.kind !== "amount") return { shown: after, reading };
  const text = groupThousands(reading.text);
  return { shown: { text, caret: text.length }, reading };
}

function grouped(after: TextAndCaret, bare: string, inputType: string): EditedAmount {
  const text = groupThousands(bare.replace(/^0+(?=\d)/, ""));
  const dropped = bare.length - text.replaceAll(",", "").length;
  const caret = moveCaret(
    { text: after.text, caret: Math.max(0, after.caret - dropped) },
    text,
    /[,\s]/,
    inputType === "deleteContentForward",
  );
  return { shown: { text, caret }, reading: readAmountText(bare) };
}
