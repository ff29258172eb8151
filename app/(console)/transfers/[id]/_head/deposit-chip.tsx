import { Chip } from "#components/chip/chip";
import type { Transfer } from "#lib/contract/api";

const looks = {
  seen: { shape: "half-disc", tone: "proc", word: "Seen" },
  exact: { shape: "tick", tone: "ok", word: "Arrived" },
  short: { shape: "triangle", tone: "warn", word: "Short" },
  over: { shape: "triangle", tone: "warn", word: "Over" },
  wrong_token: { shape: "triangle", tone: "warn", word: "Wrong token" },
  gone: { shape: "triangle", tone: "warn", word: "Gone" },
} as const;

type Props = { transfer: Transfer; networkName: string };

/** What the network shows, beside the service's word, while the two don't say the same. */
export function DepositChip({ transfer, networkName }: Props) {
  const { label } = transfer.deposit;
  if (label === "off" || label === "none" || label === "blind") return null;
  // The first chip says it, or the service says the same.
  if (transfer.standing.chip !== "status" || label === "exact" || label === "seen") return null;
  if (transfer.status === `deposit_${label}`) return null;
  const { shape, tone, word } = looks[label];
  return (
    <Chip shape={shape} tone={tone}>
      {word} on {networkName}
    </Chip>
  );
}
