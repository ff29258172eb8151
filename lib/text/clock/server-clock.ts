/** What a browser can tell of time, in milliseconds: since the page began, and by its clock. */
export type Clocks = { steady: () => number; wall: () => number };

/**
 * The server's time, counted from its newest drawing of a page. The steady clock doesn't follow a browser's clock that is
 * wrong or set back, and stands still in some browsers while the machine sleeps; the other goes on. The later of the two
 * counts, and it never goes back: in doubt the time to send is over. The next drawing corrects it.
 */
export function makeServerClock({ steady, wall }: Clocks) {
  let newest: { drawnAt: number; steadyAt: number; wallAt: number; now: number } | undefined;
  return {
    /** Back can show an older drawing again, which says nothing new. */
    note(drawnAt: number): void {
      if (newest !== undefined && drawnAt <= newest.drawnAt) return;
      newest = { drawnAt, steadyAt: steady(), wallAt: wall(), now: drawnAt };
    },
    now(): number {
      if (newest === undefined) throw new Error("No drawing was noted.");
      const elapsed = Math.max(steady() - newest.steadyAt, wall() - newest.wallAt, 0);
      newest.now = Math.max(newest.now, newest.drawnAt + elapsed);
      return newest.now;
    },
  };
}
