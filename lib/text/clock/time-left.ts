/** Returns what is left of a time in milliseconds, rounded down: `27 min`, `3 h 05 min`, `2 days`; seconds in the last minute alone. */
export function timeLeft(ms: number): string {
  const left = Math.max(0, ms);
  const minutes = Math.floor(left / 60_000);
  if (minutes < 1) return `${Math.ceil(left / 1_000)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? `${hours} h ${`${minutes % 60}`.padStart(2, "0")} min`
    : `${Math.floor(hours / 24)} days`;
}
