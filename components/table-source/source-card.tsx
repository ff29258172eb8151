import type { FormEvent, ReactNode } from "react";
import { BusyButton } from "#components/ui/busy-button";
import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import type { TableLimits } from "#lib/table/table";
import { type Source, useSource } from "./source";
import { SourceFields } from "./source-fields";

type Props = {
  title?: string;
  /** Beside the title. */
  action?: ReactNode;
  question?: string;
  /** Answers the question, for who opens it. */
  needs: string;
  act: string;
  isPending: boolean;
  onSend: () => Promise<void>;
  children: ReactNode;
};

/** Where a person brings a table: the fields, what the table needs, and the button that has it read. */
export function SourceCard({ title = "Your table", action, question, needs, act, ...rest }: Props) {
  const { isPending, onSend, children } = rest;
  function submit(event: FormEvent) {
    event.preventDefault();
    void onSend();
  }
  return (
    <Card title={title} action={action}>
      <form noValidate method="post" onSubmit={submit} className="space-y-4">
        {children}
        <Disclosure summary={question ?? "Which columns does it need?"}>
          <p className="text-[0.8125rem]/5 text-muted">{needs}</p>
        </Disclosure>
        <BusyButton type="submit" variant="primary" isOff={isPending}>
          {isPending ? "Reading" : act}
        </BusyButton>
      </form>
    </Card>
  );
}

type FormProps = Pick<Props, "needs" | "act" | "isPending"> & {
  limits: TableLimits;
  onRead: (source: Source) => void;
};

/** A table, and nothing else to say of it. */
export function SourceForm({ limits, onRead, ...rest }: FormProps) {
  const source = useSource(limits);
  async function send() {
    const read = await source.read();
    if (read !== undefined) onRead(read);
  }
  return (
    <SourceCard {...rest} onSend={send}>
      <SourceFields source={source} limits={limits} />
    </SourceCard>
  );
}
