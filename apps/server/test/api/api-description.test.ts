import { personAliases } from '@mutual-transfer/domain/accounts/person-aliases';
import { errorCodes } from '@mutual-transfer/domain/error-codes';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startComposedApp, type TestApp } from '../testing/test-app.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: unknown;
  parameters?: readonly Parameter[];
  responses: Record<string, Response>;
}

interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema: {
    type?: string;
    minimum?: number;
    maximum?: number;
    default?: unknown;
  };
}

interface Response {
  content?: unknown;
}

interface Webhook {
  parameters: { name: string; required: boolean }[];
  requestBody: unknown;
}

let test: TestApp;
let text: string;

beforeAll(async () => {
  test = await startComposedApp();
  text = (await test.call({ url: '/api/openapi.json' })).body;
});
afterAll(() => test.close());

const operations = () => {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
  );
};

describe('the description of the API', () => {
  it('satisfies every recommended rule of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    const said = problems.map(
      ({ ruleId, severity, message, location }) =>
        `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
    );
    expect(said).toEqual([]);
  });

  it('states for each operation what it does and who may call it', () => {
    const names = operations().map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('getRequestsByIdMatches');
    for (const { name, summary, description, tags, security } of operations()) {
      expect([name, summary?.length, description?.length, tags?.length]).toEqual([
        name,
        expect.any(Number),
        expect.any(Number),
        1,
      ]);
      const isOpen = description?.includes('Open to everybody.');
      expect(security, name).toEqual(isOpen ? [] : [{ bearer: [] }]);
    }
  });
});

it('errors have one shape on every operation, which lists all codes', () => {
  const { components } = JSON.parse(text) as {
    components: { schemas: { Problem: { properties: { code: { enum: string[] } } } } };
  };
  expect(components.schemas.Problem.properties.code.enum).toEqual(Object.keys(errorCodes));
  for (const { name, responses } of operations())
    for (const status of ['4XX', '5XX'])
      expect(JSON.stringify(responses[status]?.content), `${name} ${status}`).toContain(
        '"$ref":"#/components/schemas/Problem"',
      );
});

describe('query parameters', () => {
  const queryParameters = () =>
    operations().flatMap(({ name, parameters = [] }) =>
      parameters
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => ({ of: `${name} ${parameter.name}`, ...parameter })),
    );

  it('each have a description', () => {
    expect(queryParameters().length).toBeGreaterThan(50);
    expect(
      queryParameters()
        .filter(({ description }) => !description)
        .map(({ of }) => of),
    ).toEqual([]);
  });

  it('that are numbers are integers with a range and a default', () => {
    const numbers = queryParameters().filter(({ name }) => /^(page|limit|\w+Page)$/.test(name));
    expect(numbers.length).toBeGreaterThan(20);
    for (const { of, schema } of numbers) {
      expect([of, schema]).toEqual([
        of,
        {
          type: 'integer',
          minimum: 1,
          maximum: expect.any(Number),
          default: expect.any(Number),
        },
      ]);
    }
  });

  it('that are true or false are booleans', () => {
    const types = queryParameters()
      .filter(({ name }) => /^(is[A-Z]|includeHidden|waiting)/.test(name))
      .map(({ of, schema }) => [of, schema.type]);
    expect(types.length).toBeGreaterThan(4);
    for (const [of, type] of types) expect([of, type]).toEqual([of, 'boolean']);
  });
});

/** Returns every object schema of the description with its location. */
function objectsIn(value: unknown, place = ''): [place: string, properties: Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties } = value as { properties?: Record<string, unknown> };
  const inside = Object.entries(value).flatMap(([name, part]) => objectsIn(part, `${place}/${name}`));
  return properties === undefined ? inside : [[place, properties], ...inside];
}

it('a person’s phone and posting have both names in every request and response', () => {
  const objects = objectsIn(JSON.parse(text));
  expect(objects.length).toBeGreaterThan(100);
  const isOnce = (properties: object, name: string) =>
    Object.hasOwn(properties, name) && !Object.hasOwn(properties, personAliases[name as 'phone']);
  const once = objects.flatMap(([place, properties]) => {
    // An office is no person: its phone has one name.
    if (Object.hasOwn(properties, 'grievanceOfficer')) return [];
    const isPlaceAlone = !Object.hasOwn(properties, 'postingBlock');
    const names = Object.keys(personAliases).filter((name) => name !== 'district' || !isPlaceAlone);
    return names.filter((name) => isOnce(properties, name)).map((name) => `${place} ${name}`);
  });
  expect(once).toEqual([]);
});

it('the payment’s webhook has the provider’s headers and body', () => {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Webhook>> };
  const webhook = paths['/api/payment/webhook']?.post;
  expect(webhook?.parameters.map(({ name, required }) => [name, required])).toEqual([
    ['x-razorpay-signature', true],
    ['x-razorpay-event-id', false],
  ]);
  expect(JSON.stringify(webhook?.requestBody)).toContain('order_id');
});
