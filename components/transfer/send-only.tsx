import type { ReactNode } from "react";
import { Mark } from "#components/chip/mark";
import { ShieldCheck } from "#components/ui/icon";
import { classNames } from "#lib/text/class-names";

type Props = {
  symbol: string;
  networkName: string;
  isSandbox: boolean;
  /** What to do in the sandbox instead. */
  instead?: ReactNode;
  className?: string;
};

const strip = "flex items-center gap-3 rounded-t-xl border-b px-card py-3 print:border-line-strong";

/** Heads whatever asks for money: what alone may be sent, or in the sandbox that nothing may. */
export function SendOnly({ symbol, networkName, isSandbox, instead, className }: Props) {
  if (isSandbox)
    return (
      <div className={classNames("hatch", strip, className)}>
        <ShieldCheck aria-hidden className="size-5 shrink-0" />
        <span className="sr-only">Warning:</span>
        <div className="min-w-0">
          <h2 className="inline">Sandbox address. Send nothing real.</h2>{" "}
          {instead !== undefined && <p className="inline">{instead}</p>}
        </div>
      </div>
    );
  return (
    <div data-tone="warn" className={classNames("tone border-transparent", strip, className)}>
      <Mark shape="triangle" className="size-5 shrink-0" />
      <span className="sr-only">Warning:</span>
      <div className="min-w-0">
        <h2 className="inline">{`Send ${symbol} on ${networkName} only.`}</h2>{" "}
        <p className="inline">Another token or network may be lost.</p>
      </div>
    </div>
  );
}
