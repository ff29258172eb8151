/** Waits that end early when the sandbox closes, so that a slow scenario can't hold it up. */
export function openWaiting(): { wait: (ms: number) => Promise<void>; end: () => void } {
  const waiting = new Map<NodeJS.Timeout, () => void>();
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(timer);
          resolve();
        }, ms);
        timer.unref();
        waiting.set(timer, resolve);
      }),
    end: () => {
      for (const [timer, resolve] of waiting) {
        clearTimeout(timer);
        resolve();
      }
      waiting.clear();
    },
  };
}
