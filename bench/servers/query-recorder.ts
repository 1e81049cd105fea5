import pg from 'pg';
import { parameterOf, type RecordedCall, type RecordedQuery } from './recorded-query.ts';

/** Records every query that clients of its class send. */
export interface QueryRecorder {
  /** Value for the option `Client` of a pool. */
  readonly Client: new () => pg.Client;
  /** Returns the queries sent since the last call, and clears them. */
  readonly take: () => RecordedCall;
}

/** Creates a recorder of what reaches PostgreSQL, below all pools and query builders. */
export function createQueryRecorder(): QueryRecorder {
  let steps: RecordedQuery[][] = [];
  let underWay = 0;

  const begin = (query: RecordedQuery) => {
    if (underWay === 0) steps.push([]);
    steps.at(-1)?.push(query);
    underWay += 1;
  };
  const end = () => {
    underWay -= 1;
  };

  class RecordingClient extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super(options);
      const send = this.query.bind(this) as (...parameters: unknown[]) => unknown;
      const recorded = (...parameters: unknown[]) => {
        const query = queryOf(parameters);
        if (query === undefined) return send(...parameters);
        begin(query);
        const answer = send(...withEnd(parameters, end));
        if (answer instanceof Promise) answer.then(end, end);
        return answer;
      };
      this.query = recorded as typeof this.query;
    }
  }
  return {
    Client: RecordingClient,
    take: () => {
      const taken = steps;
      steps = [];
      return taken;
    },
  };
}

/** Returns undefined for anything but a plain query, such as a COPY. */
function queryOf([first, second]: readonly unknown[]): RecordedQuery | undefined {
  if (typeof first === 'string') return { text: first, values: valuesOf(second) };
  if (typeof first !== 'object' || first === null || !('text' in first) || 'submit' in first)
    return undefined;
  const { text, values, name } = first as pg.QueryConfig;
  const named = name === undefined ? {} : { name };
  return { ...named, text, values: valuesOf(values ?? second) };
}

function valuesOf(values: unknown): RecordedQuery['values'] {
  return Array.isArray(values) ? values.map(parameterOf) : [];
}

/** With a callback, pg returns no promise, so the end must be observed in the callback. */
function withEnd(parameters: readonly unknown[], end: () => void): unknown[] {
  return parameters.map((parameter) => {
    if (typeof parameter !== 'function') return parameter;
    return (...answer: unknown[]) => {
      end();
      return parameter(...answer);
    };
  });
}
