import { type ReactNode, Suspense, useId, useState } from "react";
import { Button } from "./button";
import { Cell, cardCell } from "./table";

type Props = {
  /** Whom the button changes. */
  name: string;
  /** Its cells; the button's is the last. */
  children: ReactNode;
  columns: number;
  /** Loaded when it is opened; `fallback` stands there meanwhile. */
  panel: ReactNode;
  fallback: ReactNode;
};

/** A row of a table with a button that opens a panel below it. On a narrow screen it is a card. */
export function OpenRow({ name, children, columns, panel, fallback }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <tbody className="border-b border-line last:border-b-0 max-xl:block">
      <tr className="max-xl:flex max-xl:flex-col max-xl:gap-y-1.5 max-xl:px-5 max-xl:py-4">
        {children}
        <Cell className={`${cardCell} max-xl:pt-1 xl:text-right`}>
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => setIsOpen(!isOpen)}
            className="aria-expanded:border-accent aria-expanded:bg-accent-soft"
          >
            Change<span className="sr-only"> {name}</span>
          </Button>
        </Cell>
      </tr>
      {isOpen && (
        <tr className="max-xl:block">
          <Cell id={panelId} colSpan={columns} className="max-xl:block max-xl:border-0 max-xl:pt-0">
            <Suspense fallback={fallback}>{panel}</Suspense>
          </Cell>
        </tr>
      )}
    </tbody>
  );
}
