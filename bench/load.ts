import autocannon from 'autocannon';

/** What is called again and again. */
export interface Load {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How many callers wait for their answer at any moment. */
  readonly connections: number;
  readonly seconds: number;
}

/** How it was answered; times in milliseconds. */
export interface Answered {
  readonly requestsPerSecond: number;
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
  readonly answers: number;
  /** Calls that got no answer at all. */
  readonly errors: number;
  /** Answers outside 200–299. */
  readonly refusals: number;
}

/** Calls for so many seconds, each connection as soon as its last answer is there (a closed loop). */
export async function load({ url, method = 'GET', headers = {}, body, ...run }: Load): Promise<Answered> {
  const { requests, latency, errors, timeouts, non2xx, duration } = await autocannon({
    url,
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    connections: run.connections,
    duration: run.seconds,
  });
  return {
    requestsPerSecond: requests.total / duration,
    median: latency.p50,
    p99: latency.p99,
    longest: latency.max,
    answers: requests.total,
    errors: errors + timeouts,
    refusals: non2xx,
  };
}
