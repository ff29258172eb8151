import type { StatusGroup } from "./words";

/** The outline and the colour of each group of statuses. */
export const statusLooks = {
  waiting: { shape: "dashed-ring", tone: "wait" },
  moving: { shape: "half-disc", tone: "proc" },
  done: { shape: "tick", tone: "done" },
  attention: { shape: "triangle", tone: "warn" },
  failed: { shape: "octagon", tone: "fail" },
  differ: { shape: "two-arrows", tone: "warn" },
  unknown: { shape: "question", tone: "warn" },
  over: { shape: "barred-ring", tone: "wait" },
  returned: { shape: "return-arrow", tone: "wait" },
  closed: { shape: "barred-ring", tone: "wait" },
  unread: { shape: "dot", tone: "wait" },
} as const satisfies Record<StatusGroup, { shape: string; tone: string }>;
