const names = { 1: "Details", 2: "Check" };

/** The third step is the transfer's page. */
export function StepWords({ step }: { step: keyof typeof names }) {
  return (
    <p className="flex min-h-10 items-center text-[0.8125rem]/5 text-muted">
      Step {step} of 3: {names[step]}
    </p>
  );
}
