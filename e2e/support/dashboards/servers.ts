type Running = { stop: () => Promise<void> };

/**
 * Gives what runs under a name, started for the first test that asks for it. It runs to the end of its worker, or until
 * another name has its place: a place of its own, unless one is named.
 */
export type Servers = <Kind extends Running>(
  name: string,
  start: () => Promise<Kind>,
  place?: string,
) => Promise<Kind>;

/** Makes them for a worker; `stop` ends all that run. */
export function makeServers(): { ask: Servers; stop: () => Promise<void> } {
  const places = new Map<string, { name: string; running: Promise<Running> }>();
  const free = async (place: string) => {
    const taken = places.get(place);
    places.delete(place);
    await (await taken?.running)?.stop();
  };
  return {
    ask: async <Kind extends Running>(name: string, start: () => Promise<Kind>, place = name) => {
      if (places.get(place)?.name !== name) {
        await free(place);
        places.set(place, { name, running: start() });
      }
      // A name stands for one way to start.
      return (await places.get(place)?.running) as Kind;
    },
    stop: async () => {
      await Promise.all([...places.keys()].map(free));
    },
  };
}
