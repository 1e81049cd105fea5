import { type Answered, answeredIn } from './figures.ts';

/** Fields of a response that the loop reads. */
interface Status {
  readonly statusCode: number;
}

/** Runs one action, and records its duration and success under a name. */
export type Timed = <Answer extends Status>(name: string, action: () => Promise<Answer>) => Promise<Answer>;

/**
 * One visit, by its number. Only timed actions are measured.
 * @returns false if nothing is left to do.
 */
export type Visit = (turn: number, timed: Timed) => Promise<boolean>;

interface Noted {
  readonly milliseconds: number[];
  errors: number;
  refusals: number;
}

/**
 * Runs visits for the given number of seconds; each visitor starts the next visit as soon as the last one is over.
 * @returns figures of the timed actions by name.
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
