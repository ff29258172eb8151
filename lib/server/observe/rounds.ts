import { once } from "#lib/server/config/once";
import { log } from "./log";
import { traitsOf } from "./log-failure";
import { underWay } from "./under-way";

type Rounds = {
  /** Of the process: whoever starts it again starts nothing. */
  name: string;
  everyMs: number;
  /** What is logged once it fails again and again. */
  failing: string;
};

/** One failure is no news: the next round may pass. */
const saidAfter = 3;

/** Does some work again and again until the process ends, and never twice at once. A failure is left to the next round. */
export function startRounds({ name, everyMs, failing }: Rounds, work: () => Promise<void>): void {
  once(name, () => {
    let isRunning = false;
    let failures = 0;
    const round = async () => {
      if (isRunning) return;
      isRunning = true;
      try {
        await work();
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === saidAfter) log().warn(traitsOf(error), failing);
      } finally {
        isRunning = false;
      }
    };
    return setInterval(() => void underWay(round()), everyMs).unref();
  });
}
