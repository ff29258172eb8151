/**
 * Returns the processor's time of a run in microseconds: other programs do not lengthen it, and of some runs the least is the one
 * that nothing of our own, such as a collection of garbage, came into.
 */
export async function leastWork(run: () => unknown, times = 8): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < times; at++) {
    const before = process.cpuUsage();
    await run();
    // Of a short time, which of the two it was is a guess of the system.
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}
