import { type Answered, answeredIn } from './figures.ts';

/** What the loop reads of an answer. */
interface Status {
  readonly statusCode: number;
}

/** Does one thing, and notes under its name how long it took and whether it was answered well. */
export type Timed = <Answer extends Status>(name: string, action: () => Promise<Answer>) => Promise<Answer>;

/** One visit, by its number; what is not timed is not measured. @returns false when nothing is left to do. */
export type Visit = (turn: number, timed: Timed) => Promise<boolean>;

interface Noted {
  readonly milliseconds: number[];
  errors: number;
  refusals: number;
}

/**
 * Visits for so many seconds, each visitor as soon as their last visit is over.
 *
 * @returns the figures of what was timed, by its name.
 */
export async function closedLoop(
  visit: Visit,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Map<string, Answered>> {
  const noted = new Map<string, Noted>();
  const started = performance.now();
  let turns = 0;
  const visitor = async () => {
    while (performance.now() - started < seconds * 1_000) {
      if (!(await visit(turns++, timedInto(noted)))) return;
    }
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  const elapsed = (performance.now() - started) / 1_000;
  return new Map([...noted].map(([name, own]) => [name, answeredIn([{ ...own, seconds: elapsed }])]));
}

function timedInto(noted: Map<string, Noted>): Timed {
  return async (name, action) => {
    const own = noted.get(name) ?? { milliseconds: [], errors: 0, refusals: 0 };
    noted.set(name, own);
    const started = performance.now();
    try {
      const answer = await action();
      own.milliseconds.push(performance.now() - started);
      if (answer.statusCode < 200 || answer.statusCode > 299) own.refusals += 1;
      return answer;
    } catch (error) {
      own.errors += 1;
      throw error;
    }
  };
}
