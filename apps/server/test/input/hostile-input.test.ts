import type { Problem } from '@mutual-transfer/domain/problem';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator, postRequest, registerTeacher, type TestTeacher } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let test: TestApp;
let teacher: TestTeacher;
let admin: TestTeacher;
let requestId: string;
let document: Document;

beforeAll(async () => {
  test = await startTestApp();
  teacher = await registerTeacher(test);
  admin = await makeAdministrator(test);
  requestId = (await postRequest(test, teacher)).request._id;
  document = (await test.call({ url: '/api/openapi.json' })).json<Document>();
});
afterAll(() => test.close());

/** Values that have caused errors in other products. */
const nasty = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1e308,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\uD800',
    '\u202Eabc',
    '\uFEFF',
    "' or 1=1 --",
    '{{7*7}}',
    '../../etc/passwd',
    '%00',
    'x'.repeat(5_000),
    '㍿'.repeat(500),
    'true',
    '__proto__',
  ),
  fc.array(fc.constantFrom(null, 1, 'x'), { maxLength: 3 }),
  fc.constantFrom<unknown>({}, { $gt: '' }, { toString: 1 }, { __proto__: null }, [[[[[[]]]]]]),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

function propertiesOf(schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  const named = schema.$ref?.split('/').at(-1);
  if (named !== undefined) return propertiesOf(document.components.schemas[named]);
  return [...Object.keys(schema.properties ?? {}), ...(schema.anyOf ?? []).flatMap(propertiesOf)];
}

function operations(): { method: Method; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Method,
      path,
      operation,
    })),
  );
}

/** Replaces each id in a path by a real one or by nonsense. */
function addressOf(path: string, id: string): string {
  return path.replaceAll(/\{\w+\}/g, encodeURIComponent(id.toWellFormed()).slice(0, 90) || '%20');
}

async function state(): Promise<unknown> {
  const { db } = test.database;
  const users = await db.selectFrom('users').selectAll().orderBy('id').execute();
  const requests = await db.selectFrom('requests').selectAll().orderBy('id').execute();
  const settings = await db.selectFrom('payment_settings').selectAll().execute();
  return JSON.stringify([users, requests, settings]);
}

/** Calls that take effect without a body. They are excluded, because they change data as intended. */
const bodiless = new Set([
  'POST /api/auth/logout',
  'POST /api/requests/{id}/renewal',
  'DELETE /api/requests/{id}',
  'PUT /api/admin/users/{id}/toggle-status',
  'POST /api/admin/impersonate/{id}',
  'POST /api/payment/create-order',
]);

it('no generated body or query causes a 5xx or a change', async () => {
  const before = await state();
  for (const { method, path, operation } of operations()) {
    if (bodiless.has(`${method} ${path}`)) continue;
    const fields = propertiesOf(operation.requestBody?.content['application/json']?.schema);
    const queries = (operation.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name);
    const body = fc.dictionary(fc.constantFrom(...fields, 'extra', 'role'), nasty, {
      minKeys: 1,
      maxKeys: 6,
    });
    const query = fc.dictionary(fc.constantFrom(...queries, 'extra'), nasty, { minKeys: 1, maxKeys: 3 });
    const id = fc.oneof(fc.constant(requestId), fc.constantFrom('x', '0', '%', '..', "'", '\0'), fc.uuid());
    await fc.assert(
      fc.asyncProperty(
        body,
        query,
        id,
        fc.constantFrom(teacher, admin),
        async (content, parameters, one, who) => {
          const search = new URLSearchParams(
            Object.entries(parameters).map(([name, value]) => [name, textOf(value)]),
          );
          const url = `${addressOf(path, one)}${method === 'GET' ? `?${search}` : ''}`;
          const response = await test.call({
            method,
            url,
            token: who.token,
            ...(method === 'GET' ? {} : { body: content }),
          });
          expect(
            response.statusCode,
            `${method} ${url} ${JSON.stringify(content)} ${response.body}`,
          ).toBeLessThan(500);
          if (response.statusCode >= 400) expect(response.json<Problem>().requestId).toBeTruthy();
        },
      ),
      { seed: 7, numRuns: 25 },
    );
  }
  expect(await state()).toBe(before);
});

it('words of any length and script are stored and found, or refused', async () => {
  const writer = await registerTeacher(test);
  for (const reason of [
    '㍿'.repeat(500),
    'अ'.repeat(500),
    '👩‍🏫'.repeat(150),
    'x'.repeat(500),
    "'\\:*&|!()<->",
  ]) {
    const { request } = await postRequest(test, writer, { reason });
    expect(request.reason).toBe(reason);
    await test.call({ method: 'DELETE', url: `/api/requests/${request._id}`, token: writer.token });
  }
});

/** Returns a value as text for a URL. */
function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}
