import { Card } from "#components/ui/card";

export function NextSteps({
  amount,
  symbol,
  networkName,
  bankName,
  isWaiting,
}: {
  amount: string;
  symbol: string;
  networkName: string;
  bankName: string;
  /** Somebody has to approve it first. */
  isWaiting: boolean;
}) {
  const steps = [
    ...(isWaiting
      ? [["Somebody else approves it.", "They see what you see, and what has changed since."]]
      : []),
    ["The service issues an address.", "No money moves until somebody sends to it."],
    [`You send ${amount} ${symbol} on ${networkName}.`, "Another token or another network may be lost."],
    [`The service pays ${bankName}.`, "At the rate of that moment."],
  ];
  return (
    <Card title="What happens next">
      <ol className="space-y-3">
        {steps.map(([act, why], index) => (
          <li key={act} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full bg-wait-soft text-xs font-semibold text-wait"
            >
              {index + 1}
            </span>
            <p className="foreign-text min-w-0 pt-0.5">
              <strong className="font-semibold">{act}</strong> <span className="text-muted">{why}</span>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
