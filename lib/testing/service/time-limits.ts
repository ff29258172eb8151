import { onTestFinished, vi } from "vitest";

/**
 * Until the test ends, no request runs out of time by itself, on a slow machine either. Returns a function that ends the time
 * of all requests under way.
 */
export function holdTimeLimits(): () => void {
  const limits = new Set<AbortController>();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const limit = new AbortController();
    limits.add(limit);
    return limit.signal;
  });
  onTestFinished(() => timeout.mockRestore());
  return () => {
    for (const limit of limits) limit.abort(new DOMException("It took too long.", "TimeoutError"));
    limits.clear();
  };
}
