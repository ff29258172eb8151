/** Returns what is left of a time in milliseconds: `27:41`, `3 h 05 min`, `2 days`. */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  const two = (number: number) => `${number}`.padStart(2, "0");
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${two(minutes % 60)} min` : `${Math.floor(hours / 24)} days`;
}

/** Returns what is left in whole units, rounded down: `27 min`, `3 h 05 min`; seconds in the last minute alone. */
export function wholeTimeLeft(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return `${Math.ceil(Math.max(0, ms) / 1_000)} s`;
  return minutes < 60 ? `${minutes} min` : timeLeft(minutes * 60_000);
}
