/** Work that continues after the response. Closing the server waits for it. */
export interface Background {
  readonly run: (work: () => Promise<void>) => void;
  readonly settled: () => Promise<void>;
}

/**
 * Creates the runner of background work.
 *
 * @param onError receives the error of failed work. Work that must not be lost is also stored in the database.
 */
export function createBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    run: (work) => {
      const done = work()
        .catch(onError)
        .finally(() => running.delete(done));
      running.add(done);
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
