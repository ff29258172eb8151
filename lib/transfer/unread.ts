/** Why a callback could not be read. `foreign`: it names another transaction. */
export const unreadReasons = ["unreadable", "encoding", "cut", "empty", "foreign"] as const;
export type UnreadReason = (typeof unreadReasons)[number];
