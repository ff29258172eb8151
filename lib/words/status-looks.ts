import type { StatusGroup } from "./words";

/** The outline and the colour of each group of statuses. */
export const statusLooks = {
  waiting: { shape: "dashed-ring", tone: "wait" },
  moving: { shape: "half-disc", tone: "proc" },
  done: { shape: "tick", tone: "done" },
  attention: { shape: "triangle", tone: "warn" },
  failed: { shape: "octagon", tone: "fail" },
  returned: { shape: "return-arrow", tone: "ref" },
  closed: { shape: "barred-ring", tone: "wait" },
  unread: { shape: "dot", tone: "wait" },
} as const satisfies Record<StatusGroup, { shape: string; tone: string }>;
