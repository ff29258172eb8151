import { Card } from "#components/ui/card";

export function NextSteps({
  amount,
  symbol,
  networkName,
}: {
  amount: string;
  symbol: string;
  networkName: string;
}) {
  const steps = [
    ["The service issues a deposit address.", "No money moves until somebody sends to it."],
    [`You send ${amount} ${symbol} on ${networkName}.`, "Another token or another network may be lost."],
    [
      "The service pays the bank account.",
      "It uses the rate at that time, so what the recipient gets is an estimate.",
    ],
  ];
  return (
    <Card title="What happens next" className="lg:sticky lg:top-6">
      <ol className="space-y-3">
        {steps.map(([act, why], index) => (
          <li key={act} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-on-accent-soft"
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
