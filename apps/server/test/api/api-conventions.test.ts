import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/** Part of the JSON schemas of the API description that the kinds depend on. */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

interface Answer {
  content?: Readonly<Record<string, { schema?: Schema }>>;
}

interface Operation {
  parameters?: readonly { name: string }[];
  responses: Record<string, Answer>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Kinds of responses (docs/decisions/0013-the-api-for-other-programs.md). */
type Kind = 'nothing' | 'file' | 'confirmation' | 'page' | 'list' | 'thing' | 'other';

const inData =
  'The specification names `data` for a request that is posted or hidden; every change of a request has that shape.';
const alertsInData = 'The specification names `data` for the alerts.';

/** Operations whose response is of no common kind, each with the reason. */
const named: Readonly<Record<string, string>> = {
  'post /api/requests': inData,
  'patch /api/requests/{id}': inData,
  'put /api/requests/{id}/privacy': inData,
  'put /api/requests/{id}/rank': inData,
  'patch /api/requests/{id}/status': inData,
  'post /api/requests/{id}/renewal': inData,
  'patch /api/requests/{id}/hidden': inData,
  'put /api/requests/{id}/readiness': inData,
  'get /api/alerts': alertsInData,
  'get /api/alerts/sent': alertsInData,
  'get /api/agreements':
    'The page of proposals that wait for an answer also names the accepted ones, so that no screen makes a second call.',
  'get /api/admin/matches': 'The specification names two lists of pairs, each with its own pages.',
  'post /api/auth/factors':
    'The password makes a secret, a code turns it on: two steps of one address, each with its answer.',
  'get /api/seasons/current': 'There may be no season: `season` is null.',
};

/** Operations that change a resource and do not return the same as its `GET`, each with the reason. */
const another: Readonly<Record<string, string>> = {
  'put /api/admin/users/{id}': 'The page of a teacher is a report; a change answers the account.',
  'put /api/admin/users/{id}/toggle-status': 'Likewise.',
  'put /api/admin/users/{id}/verification': 'Likewise.',
  'delete /api/admin/users/{id}/verification': 'Likewise.',
};

/** `PUT` and `PATCH` operations that take no `If-Match`, each with the reason. */
const withoutTag: Readonly<Record<string, string>> = {
  'put /api/auth/password': 'A password is in no `ETag`; the present one is asked for.',
  'put /api/admin/password': 'Likewise.',
  'put /api/admin/users/{id}/password': 'A password is in no `ETag`.',
  'put /api/auth/consent': 'The version names the state that is accepted.',
  'put /api/auth/password-links': 'The link is used up.',
  'put /api/auth/password-codes': 'The code is used up.',
  'put /api/auth/phone-verification': 'The code is used up, and belongs to the number that it was sent to.',
  'patch /api/admin/administrators/{id}': 'The state has few administrators; the later change holds.',
  'put /api/blocks/{id}': 'A mark that a repetition leaves as it is.',
  'patch /api/alerts/{id}/read': 'Likewise.',
  'patch /api/alerts/{id}/hidden': 'Likewise.',
};

let test: TestApp;
let description: Description;

beforeAll(async () => {
  test = await startTestApp();
  description = (await test.call({ url: '/api/openapi.json' })).json<Description>();
});
afterAll(() => test.close());

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolved(description.components.schemas[name] ?? {});
}

function isOfType(schema: Schema, type: string): boolean {
  const { type: own, anyOf, oneOf } = resolved(schema);
  return [own].flat().includes(type) || [anyOf, oneOf].some((all) => all?.some((one) => isOfType(one, type)));
}

function kindOf({ content = {} }: Answer): Kind {
  const [[mediaType, { schema = {} }] = ['', {}]] = Object.entries(content);
  if (mediaType === '') return 'nothing';
  return mediaType.startsWith('application/json') ? kindOfJson(schema) : 'file';
}

function kindOfJson(schema: Schema): Kind {
  const { properties, anyOf, oneOf } = resolved(schema);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.every((one) => kindOfJson(one) === 'thing') ? 'thing' : 'other';
  if (properties === undefined) return isOfType(schema, 'object') ? 'thing' : 'other';
  return kindOfObject(properties);
}

function kindOfObject(properties: Readonly<Record<string, Schema>>): Kind {
  const names = Object.keys(properties);
  const count = (type: string) => Object.values(properties).filter((one) => isOfType(one, type)).length;
  const has = (name: string) => Object.hasOwn(properties, name);
  if (names.every((name) => name === 'message' || name === 'sandboxCode')) return 'confirmation';
  if (has('pagination')) return count('array') === 1 ? 'page' : 'other';
  if (has('data') || names.some((name) => name.endsWith('Pagination'))) return 'other';
  if (names.length === 1 && count('object') === 1) return 'other';
  return count('array') === 1 && count('object') === 0 && !has('_id') ? 'list' : 'thing';
}

function successes() {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, answer]) => ({ name: `${method} ${path}`, method, path, status, answer })),
    ),
  );
}

it('every success response has a common shape, or is a listed exception', () => {
  expect(successes().length).toBeGreaterThan(140);
  const others = successes().filter(({ answer }) => kindOf(answer) === 'other');
  expect(others.map(({ name }) => name).toSorted()).toEqual(Object.keys(named).toSorted());
});

it('only `GET` routes return pages of a list', () => {
  const paged = successes().filter(({ answer }) => kindOf(answer) === 'page');
  expect(paged.filter(({ method }) => method !== 'get').map(({ name }) => name)).toEqual([]);
});

it('a change of a resource returns the same as `GET` of its address', () => {
  const things = new Map(
    successes()
      .filter(({ method, answer }) => method === 'get' && kindOf(answer) === 'thing')
      .map(({ path, answer }) => [path, JSON.stringify(answer.content)]),
  );
  const addressOf = (path: string) =>
    things.get(path) ??
    (path.includes('}/') ? things.get(path.slice(0, path.lastIndexOf('}') + 1)) : undefined);
  const isCreation = (method: string, path: string) => method === 'post' && things.has(path);
  const hasOwnList = (path: string) => description.paths[path]?.get !== undefined && !things.has(path);
  const changes = successes().filter(
    ({ method, path, answer }) =>
      method !== 'get' && !isCreation(method, path) && kindOf(answer) === 'thing' && !hasOwnList(path),
  );
  const compared = changes.filter(({ path }) => addressOf(path) !== undefined);
  expect(compared.length).toBeGreaterThan(15);
  const differing = compared.filter(({ path, answer }) => JSON.stringify(answer.content) !== addressOf(path));
  expect(differing.map(({ name }) => name).toSorted()).toEqual(Object.keys(another).toSorted());
});

it('every `PUT` and `PATCH` takes `If-Match`, or is listed as having no state to compare', () => {
  const changes = Object.entries(description.paths).flatMap(([path, methods]) =>
    ['put', 'patch'].flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [{ name: `${method} ${path}`, ...operation }];
    }),
  );
  expect(changes.length).toBeGreaterThan(20);
  const without = changes.filter(({ parameters = [] }) =>
    parameters.every(({ name }) => name !== 'if-match'),
  );
  expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(withoutTag).toSorted());
});
