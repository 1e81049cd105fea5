import { type Answered, answeredIn } from './figures.ts';

/** Runs one action, and records its duration and success under a name. */
export type Timed = <Answer extends { readonly statusCode: number }>(
  name: string,
  action: () => Promise<Answer>,
) => Promise<Answer>;

/** One visit, by its number. Only timed actions are measured. */
export type Visit = (turn: number, timed: Timed) => Promise<void>;

interface Recorded {
  readonly milliseconds: number[];
  readonly errors: 0;
  refusals: number;
}

/**
 * Runs visits for the given number of seconds; each visitor starts the next visit as soon as the last one is over. A call without an
 * answer ends the bench.
 * @returns figures of the timed actions by name.
 */
export async function closedLoop(
  visit: Visit,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Map<string, Answered>> {
  const recorded = new Map<string, Recorded>();
  const timed: Timed = async (name, action) => {
    const own = recorded.get(name) ?? { milliseconds: [], errors: 0, refusals: 0 };
    recorded.set(name, own);
    const started = performance.now();
    const answer = await action();
    own.milliseconds.push(performance.now() - started);
    if (answer.statusCode < 200 || answer.statusCode > 299) own.refusals += 1;
    return answer;
  };
  const started = performance.now();
  let turns = 0;
  const visitor = async () => {
    while (performance.now() - started < seconds * 1_000) await visit(turns++, timed);
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  const elapsed = (performance.now() - started) / 1_000;
  return new Map([...recorded].map(([name, own]) => [name, answeredIn([{ ...own, seconds: elapsed }])]));
}
