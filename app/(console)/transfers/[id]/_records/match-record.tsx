import { Chip } from "#components/chip/chip";
import { ZonedTime } from "../zoned-time";

export function MatchRecord({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <div className="mb-4 space-y-1">
      <Chip shape="tick" tone="ok">
        Matched with our bank statement
      </Chip>
      <p className="text-[0.8125rem]/5 text-muted">
        By a person, <ZonedTime at={at} timeZone={timeZone} />. The service didn’t confirm it.
      </p>
    </div>
  );
}
