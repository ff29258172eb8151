import { type Ref, useImperativeHandle, useRef, useState } from "react";

/** Returns whether the question is unanswered, and then leads to it. */
export type OpenQuestion = { isOpen: () => boolean };

/** The box that answers a question, and whether Create was pressed without it. */
export function useQuestion(ref: Ref<OpenQuestion>, isAsked: boolean) {
  const box = useRef<HTMLInputElement>(null);
  const [isMissed, setIsMissed] = useState(false);
  useImperativeHandle(ref, () => ({
    isOpen: () => {
      if (isAsked) box.current?.focus();
      setIsMissed(isAsked);
      return isAsked;
    },
  }));
  return { box, isMissed, answer: () => setIsMissed(false) };
}
