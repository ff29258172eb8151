import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { FormActs } from "#components/form/form-acts";
import { Input, Select } from "#components/form/input";
import { Notice } from "#components/notice/notice";
import { Trouble } from "#components/notice/trouble";
import { Dialog } from "#components/ui/dialog";
import { act } from "#lib/calls/act";
import { renewTransfers } from "#lib/calls/queries";
import { faultsOf } from "#lib/contract/problem";
import { longestWord, type TaughtMeaning, taughtMeanings, WordInput } from "#lib/contract/transfer/standing";
import { showInvisible } from "#lib/text/visible-text";
import { meaningName } from "./meaning-words";

/** Without a word it is typed; `as_before` takes back what was taught. */
export type WordQuestion = { word: string | undefined; meaning?: TaughtMeaning | "as_before" };

type Props = {
  question: WordQuestion;
  /** With what to tell on the page. */
  onLeave: (told?: ReactNode) => void;
};

export function WordDialog({ question, onLeave }: Props) {
  const isBack = question.meaning === "as_before";
  const { mutateAsync, error, isPending } = useMutation({
    ...act("POST /api/words"),
    // Their statuses were worked out again.
    onSuccess: (_words, _given, _result, { client }) => renewTransfers(client),
  });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const word = question.word ?? String(given.get("word") ?? "").trim();
    const meaning = isBack ? "as_before" : String(given.get("meaning") ?? "");
    const input = WordInput.safeParse({ word, meaning });
    const wrong = Object.fromEntries(
      input.error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [],
    );
    // The empty word is that of an update without a body, and is taught from its own row.
    if (question.word === undefined && word === "") wrong.word = "Give the word as the service sends it.";
    setFaults(wrong);
    const [first] = Object.keys(wrong);
    if (!input.success || first !== undefined)
      return form.current?.querySelector<HTMLElement>(`[name=${first ?? "meaning"}]`)?.focus();
    mutateAsync({ body: input.data }).then(
      () => onLeave(<Notice kind="ok" title={doneWords(word, input.data.meaning)} isLive />),
      // The dialog tells it.
      (refusal: unknown) =>
        setFaults(Object.fromEntries(faultsOf(refusal).map(({ path, message }) => [path, message]))),
    );
  }

  return (
    <Dialog title={titleOf(question)} isPending={isPending} onClose={() => onLeave()}>
      <form noValidate ref={form} onSubmit={send} className="space-y-4">
        {error !== null && <Trouble error={error} />}
        {isBack ? (
          <p>
            It is read as this dashboard knows it again. If nobody knows it, the transfers that have it close.
          </p>
        ) : (
          <p>
            Ask the service what it means first. It counts for every transfer, past and future: their statuses
            are worked out again, and an address may open or close.
          </p>
        )}
        <WordFields question={question} faults={faults} />
        <FormActs
          act={isBack ? "Take back" : "Teach the word"}
          actPending="Reading the words again"
          isPending={isPending}
          onClose={() => onLeave()}
        />
      </form>
    </Dialog>
  );
}

type FieldsProps = { question: WordQuestion; faults: Record<string, string> };

function WordFields({ question, faults }: FieldsProps) {
  const isBack = question.meaning === "as_before";
  return (
    <>
      {question.word === undefined && (
        <Field
          label="The service’s word"
          hint="As the service sends it, such as quote_locked."
          error={faults.word}
        >
          {(wiring) => (
            <Input
              {...wiring}
              name="word"
              maxLength={longestWord}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      )}
      {!isBack && (
        <Field label="It means" error={faults.meaning}>
          {(wiring) => (
            <Select {...wiring} name="meaning" defaultValue={question.meaning ?? ""}>
              <option value="" disabled>
                Choose
              </option>
              {taughtMeanings.map((meaning) => (
                <option key={meaning} value={meaning}>
                  {meaningName(meaning)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  );
}

function titleOf({ word, meaning }: WordQuestion): string {
  if (word === undefined) return "Teach a word";
  if (meaning === "as_before") return `Take back what ${quoted(word)} means`;
  return `What does ${quoted(word)} mean?`;
}

function doneWords(word: string, meaning: WordInput["meaning"]): string {
  if (meaning === "as_before") return `Taken back: ${quoted(word)}.`;
  return meaning === "nothing"
    ? `From now on, ${quoted(word)} says nothing.`
    : `From now on, ${quoted(word)} means: ${meaningName(meaning)}.`;
}

function quoted(word: string): string {
  return word === "" ? "an update without a body" : `“${showInvisible(word)}”`;
}
