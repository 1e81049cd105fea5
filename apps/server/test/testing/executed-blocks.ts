import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

/** Counts executions of blocks of the project's code with the coverage of V8. Code that was loaded before is not counted. */
export class ExecutedBlocks {
  readonly #session = new Session();
  readonly #isCounted: (url: string) => boolean;

  constructor(isCounted: (url: string) => boolean) {
    this.#isCounted = isCounted;
    // Optimised code is not counted.
    for (const compiler of ['maglev', 'turbofan']) setFlagsFromString(`--no-${compiler}`);
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /**
   * Runs `work`.
   * @returns the total number of executed blocks.
   */
  count(work: () => void): number {
    this.#take();
    work();
    const scripts = this.#take().filter(({ url }) => this.#isCounted(url));
    const ranges = scripts.flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
    return ranges.reduce((sum, { count }) => sum + count, 0);
  }

  stop(): void {
    this.#session.disconnect();
  }

  #take(): Profiler.ScriptCoverage[] {
    let taken: Profiler.ScriptCoverage[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error) throw error;
      taken = result;
    });
    return taken;
  }
}
