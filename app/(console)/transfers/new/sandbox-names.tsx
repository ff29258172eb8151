import { Disclosure } from "#components/ui/disclosure";

type Words = readonly { name: string; text: string }[];

export function SandboxNames({ names, amounts }: { names: Words; amounts: Words }) {
  return (
    <section
      aria-label="Sandbox"
      className="mt-6 rounded-xl border border-dashed border-warn/60 bg-surface px-5 py-3 print:hidden"
    >
      <Disclosure summary="Names that make the sandbox misbehave">
        <p className="max-w-160 text-muted">
          Enter one of these as the account name; capitals don’t matter. With any other name the transfer
          succeeds. A real service treats these as ordinary names.
        </p>
        <WordList words={names} />
        <p className="mt-4 max-w-160 text-muted">With one of these amounts the quote is odd.</p>
        <WordList words={amounts} />
      </Disclosure>
    </section>
  );
}

function WordList({ words }: { words: Words }) {
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
      {words.map(({ name, text }) => (
        <div key={name} className="sm:contents">
          <dt className="font-mono text-[0.8125rem] select-all">{name}</dt>
          <dd className="text-[0.8125rem]/5 text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
