import { Chip } from "#components/chip/chip";
import type { ApprovalEntry } from "#lib/features/controls/controls-api";

export function RequestChip({
  request: { state, mine },
}: {
  request: Pick<ApprovalEntry, "state" | "mine">;
}) {
  switch (state) {
    case "waiting":
      return (
        <Chip shape="clock" tone={mine === "decide" ? "warn" : "wait"}>
          {mine === "decide" ? "Waiting for you" : "Waiting for others"}
        </Chip>
      );
    case "approved":
      return (
        <Chip shape="tick" tone="ok">
          Approved
        </Chip>
      );
    case "declined":
      return (
        <Chip shape="barred-ring" tone="wait">
          Declined
        </Chip>
      );
    case "withdrawn":
      return (
        <Chip shape="barred-ring" tone="wait">
          Withdrawn
        </Chip>
      );
    case "expired":
      return (
        <Chip shape="barred-ring" tone="wait">
          Ended
        </Chip>
      );
  }
}
