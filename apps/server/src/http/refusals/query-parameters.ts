import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';

/** Query as the schema of a route reads it: an array is a repeated parameter, which every schema refuses. */
type Query = Readonly<Record<string, string | readonly string[]>>;

/** Parses a query. An empty parameter (`search=`) means that it is not given, as the forms of the specification send it. */
export function parseQuery(text: string): Query {
  const parameters = Object.entries(parse(text, '&', '=', { maxKeys: 0 }));
  return Object.fromEntries(parameters.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Returns the URL with the parameters that are given, in the order of their names, so that equal questions have equal URLs. */
export function givenUrl({ url, query }: FastifyRequest): string {
  const [path = ''] = url.split('?');
  // The parser of queries is `parseQuery`, which Fastify's types do not say.
  const given = Object.entries(query as Query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  );
  const text = String(
    new URLSearchParams(given.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))),
  );
  return text === '' ? path : `${path}?${text}`;
}
