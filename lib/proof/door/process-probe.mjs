import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Loaded before a server: at SIGUSR2 it tidies up and writes its figures, in megabytes and milliseconds. */
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on("SIGUSR2", () => {
  const delayMs = delay.percentile(99) / 1e6;
  for (let time = 0; time < 3; time++) globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  writeFileSync(
    process.env.PROBE_FILE,
    JSON.stringify({ rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20, delayMs }),
  );
  delay.reset();
});
