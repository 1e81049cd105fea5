/** What the page's own script asked while the others were still on their way: see `session/early-calls.tsx`. */
export interface EarlyAnswers {
  /** The session they were asked with. */
  readonly token: string;
  /** By path, with the time of asking, in milliseconds since the page was opened. */
  readonly byPath: Map<string, { readonly at: number; readonly answer: Promise<Response> }>;
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

/** As long as a screen goes without asking again. */
const FRESH_FOR = 30_000;

/** The answer to a call that was made early, once, if it is of this session and still fresh. */
export function takeEarlyAnswer(path: string, token: string): Promise<Response> | undefined {
  const early = window.earlyAnswers;
  const asked = early?.token === token ? early.byPath.get(path) : undefined;
  early?.byPath.delete(path);
  return asked !== undefined && performance.now() - asked.at < FRESH_FOR ? asked.answer : undefined;
}

/** Something was written, which what was asked before does not show. */
export function dropEarlyAnswers(): void {
  delete window.earlyAnswers;
}
