"use client";

import {
  type ChangeEvent,
  type CompositionEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { FieldError } from "#components/form/field-error";
import { lazyPart } from "#components/ui/lazy-part";
import { useEarlyText } from "#lib/browser/early-text";
import { type AmountReading, groupThousands, readAmountText } from "#lib/money/amount-text";
import { editAmount } from "#lib/money/amount-typing";
import { classNames } from "#lib/text/class-names";
import type { TextAndCaret } from "#lib/text/grouped-text";

const AmountQuestion = lazyPart(() =>
  import("./amount-question").then(({ AmountQuestion }) => AmountQuestion),
);

type Props = {
  id: string;
  label: ReactNode;
  /** Decimal text. What can't be read stays as typed, so that the schema refuses it. */
  text: string;
  onText: (text: string) => void;
  /** Of the token or the currency; a pasted text may name it. */
  symbol: string | undefined;
  /** Is beside the amount, or below it where the screen is narrow; a long one on any phone. */
  unit: ReactNode;
  isUnitLong?: boolean;
  error?: string | undefined;
  /** It follows from the other side, so nobody types here. */
  isCalculated?: boolean;
};

type Own = { text: string; shown: string; reading: AmountReading };

const ownOf = (text: string): Own => ({ text, shown: groupThousands(text), reading: readAmountText(text) });

/** An unanswered question has no value. */
function valueFor(reading: AmountReading, shown: string): string {
  if (reading.kind === "amount") return reading.text;
  return reading.kind === "unreadable" ? shown : "";
}

type Typing = Pick<Props, "text" | "onText" | "symbol">;

/** What is shown and how it is read, and the caret's place after each edit. */
function useAmountTyping(input: RefObject<HTMLInputElement | null>, { text, onText, symbol }: Typing) {
  const caret = useRef<number | null>(null);
  /** What was shown before a composition that goes on. */
  const composed = useRef<string>(undefined);
  const [own, setOwn] = useState(() => ownOf(text));
  // Changed from outside: by the address, or by another attempt.
  if (text !== own.text) setOwn(ownOf(text));

  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function take(shown: string, reading: AmountReading) {
    const next = valueFor(reading, shown);
    setOwn({ text: next, shown, reading });
    if (next !== own.text) onText(next);
  }

  /** While a keyboard composes, the field keeps the text that the keyboard has put there and counts on. */
  function edit(after: TextAndCaret, { inputType, data, isComposing = false }: Partial<InputEvent> = {}) {
    const before = composed.current ?? own.shown;
    const edited = editAmount({
      before,
      after,
      // Without a type the text came in one piece: from a password manager, a script or a voice.
      inputType: inputType || "insertFromPaste",
      data: composed.current === undefined ? (data ?? null) : newComma(before, after.text),
      symbol,
    });
    if (!isComposing) caret.current = edited.shown.caret;
    take(isComposing ? after.text : edited.shown.text, edited.reading);
  }

  useEarlyText(input, own.shown, (text, isComposing) => {
    edit({ text, caret: text.length }, { isComposing });
  });

  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const { value: text, selectionStart } = target;
    edit({ text, caret: selectionStart ?? text.length }, nativeEvent as Partial<InputEvent>);
  }

  function compose({ type, currentTarget }: CompositionEvent<HTMLInputElement>) {
    if (type === "compositionstart") composed.current = own.shown;
    else {
      const { value: text, selectionStart } = currentTarget;
      edit({ text, caret: selectionStart ?? text.length }, { inputType: "insertCompositionText" });
      composed.current = undefined;
    }
  }

  function leave() {
    if (own.reading.kind === "amount") setOwn({ ...own, shown: groupThousands(own.reading.text) });
  }

  return { shown: own.shown, reading: own.reading, take, change, compose, leave };
}

export function AmountField(props: Props) {
  const { id, label, unit, isUnitLong, error, isCalculated } = props;
  const input = useRef<HTMLInputElement>(null);
  const typing = useAmountTyping(input, props);
  const { reading, shown } = typing;
  const message =
    reading.kind === "unreadable" ? reading.message : reading.kind === "ask" ? undefined : error;
  const note = reading.kind === "amount" && message === undefined ? reading.note : undefined;
  const describedBy = classNames(
    message !== undefined && `${id}-error`,
    note !== undefined && `${id}-note`,
    reading.kind === "ask" && `${id}-question`,
  );
  return (
    <div>
      <label htmlFor={id} className="block text-[0.8125rem]/5 font-semibold">
        {label}
      </label>
      <div
        className={classNames(
          "mt-1 flex rounded-xl border bg-surface has-[input:read-only]:bg-sunken",
          isUnitLong ? "max-sm:flex-col" : "max-[24rem]:flex-col",
          "has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-ring",
          message === undefined ? "border-line-strong" : "border-fail",
        )}
      >
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={shown}
          readOnly={isCalculated}
          onChange={typing.change}
          onCompositionStart={typing.compose}
          onCompositionEnd={typing.compose}
          onBlur={typing.leave}
          aria-invalid={message === undefined ? undefined : true}
          aria-describedby={describedBy === "" ? undefined : describedBy}
          className={classNames(
            "min-h-15 w-full min-w-0 flex-1 bg-transparent px-4 font-semibold tracking-tight outline-none",
            largeText(shown),
          )}
        />
        {unit}
      </div>
      {reading.kind === "ask" && (
        <Suspense>
          <AmountQuestion
            id={`${id}-question`}
            reading={reading}
            onAnswer={(answer) => {
              typing.take(groupThousands(answer), { kind: "amount", text: answer });
              input.current?.focus();
            }}
          />
        </Suspense>
      )}
      {note !== undefined && (
        <p id={`${id}-note`} className="mt-1 text-[0.8125rem]/5 text-muted">
          {note}
        </p>
      )}
      {message !== undefined && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </div>
  );
}

/** A long amount gets smaller instead of cut, so that it fits 320 px. */
export function largeText(text: string): string {
  if (text.length <= 13) return "text-[1.875rem]/9";
  if (text.length <= 16) return "text-2xl/9 sm:text-[1.875rem]/9";
  if (text.length <= 22) return "text-lg/9 sm:text-[1.625rem]/9";
  return "text-xs/9 min-[24rem]:text-sm/9 sm:text-xl/9";
}

/** A composition's text may hold commas that this field has set. */
function newComma(before: string, after: string): string | null {
  const commas = (text: string) => text.split(",").length;
  return commas(after) > commas(before) ? "," : null;
}
