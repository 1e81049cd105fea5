import { personAliases } from '@mutual-transfer/domain/accounts/person-aliases';
import { errorCodes } from '@mutual-transfer/domain/error-codes';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Example, examples } from '../../src/http/description/description-examples.ts';
import { startComposedApp, type TestApp } from '../testing/test-app.ts';

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: string[];
  readonly security?: unknown;
  readonly parameters?: readonly Parameter[];
  readonly responses: Record<string, Response>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: {
    readonly type?: string;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly default?: unknown;
  };
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: object;
  readonly content?: unknown;
}

interface Webhook {
  readonly parameters: { readonly name: string; readonly required: boolean }[];
  readonly requestBody: unknown;
  readonly responses: Record<string, Response>;
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

it('a search has at least one character, because empty query parameters are refused', async () => {
  const list = operations().find(({ name }) => name === 'get /api/requests/public');
  const search = list?.parameters?.find(({ name }) => name === 'search');
  expect(search?.schema).toMatchObject({ minLength: 1 });
  expect((await test.call({ url: '/api/requests/public?search=' })).statusCode).toBe(400);
});

describe('headers of success responses', () => {
  const headersOf = (wanted: string) => {
    const responses = operations().find(({ name }) => name === wanted)?.responses;
    return Object.keys((responses?.['200'] ?? responses?.['201'])?.headers ?? {});
  };

  it.each([
    ['get /api/requests/public', ['ETag', 'Link']],
    ['get /api/alerts', ['ETag', 'Link']],
    ['get /api/auth/profile', ['ETag']],
    ['put /api/auth/profile', ['ETag']],
    ['post /api/requests', ['ETag']],
    ['post /api/requests/{id}/renewal', ['ETag']],
    ['get /api/admin/users.csv', []],
    ['post /api/alerts/{id}', []],
  ])('of %s are %j, besides those of every response', (name, expected) => {
    const described = headersOf(name).filter((header) => header === 'Link' || header === 'ETag');
    expect(described.toSorted()).toEqual(expected);
  });
});

/** Returns a response of the description, or the component that it refers to. */
function resolved(response: Response): Response {
  const { components } = JSON.parse(text) as { components: { responses: Record<string, Response> } };
  const name = response.$ref?.split('/').at(-1);
  return name === undefined ? response : (components.responses[name] ?? {});
}

describe('error codes', () => {
  const codesOf = (wanted: string) => {
    const responses = operations().find(({ name }) => name === wanted)?.responses ?? {};
    const lists = Object.entries(responses).filter(([status]) => Number(status) >= 400);
    return Object.fromEntries(
      lists.map(([status, response]) => [
        status,
        /"enum":(\[[^\]]*\])/.exec(JSON.stringify(resolved(response).content))?.[1] ?? '',
      ]),
    );
  };

  it('are listed by each operation under their status', () => {
    expect(codesOf('post /api/requests')).toEqual({
      400: '["malformed","validation_failed","text_needs_review"]',
      401: '["unauthenticated"]',
      402: '["payment_required"]',
      403: '["forbidden","while_impersonating"]',
      404: '["not_found"]',
      409: '["idempotency_key_reused","in_progress","too_many_requests_active","request_duplicate"]',
      413: '["payload_too_large"]',
      415: '["unsupported_media_type"]',
      429: '["rate_limited","posting_limit"]',
      500: '["internal"]',
      503: '["unavailable"]',
    });
    expect(codesOf('get /api/requests/public')).toEqual({
      400: '["malformed","validation_failed"]',
      429: '["rate_limited","visitor_limit"]',
      500: '["internal"]',
      503: '["unavailable"]',
    });
    expect(codesOf('patch /api/requests/{id}')).toMatchObject({ 412: '["changed_meanwhile"]' });
  });

  it('are each documented for at least one operation, except `method_not_allowed`', () => {
    const listed = new Set(
      operations()
        .flatMap(({ name }) => Object.values(codesOf(name)))
        .join()
        .match(/\w+/g),
    );
    expect(Object.keys(errorCodes).filter((code) => !listed.has(code))).toEqual(['method_not_allowed']);
  });
});

it('`Location` is described for the calls that create a resource with an address', () => {
  const located = operations().filter(({ responses }) =>
    JSON.stringify(responses).includes('headers/Location'),
  );
  expect(located.map(({ name }) => name).toSorted()).toEqual([
    'post /api/admin/plans',
    'post /api/admin/rounds',
    'post /api/admin/rules/trials',
    'post /api/admin/seasons',
    'post /api/agreements',
    'post /api/auth/register',
    'post /api/requests',
  ]);
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
    const isPlaceAlone = !Object.hasOwn(properties, 'postingBlock');
    const names = Object.keys(personAliases).filter((name) => name !== 'district' || !isPlaceAlone);
    return names.filter((name) => isOnce(properties, name)).map((name) => `${place} ${name}`);
  });
  expect(once).toEqual([]);
});

describe('the examples of the description', () => {
  const schemas = () =>
    (JSON.parse(text) as { components: { schemas: Record<string, { examples?: unknown[] }> } }).components
      .schemas;

  const nameOf = ({ shape }: Example) => String(shape.meta()?.id);

  it.each(examples.map((example) => [nameOf(example), example] as const))(
    '%s matches the schema of that name',
    (name, { shape, value }) => {
      expect(shape.safeParse(value).error?.issues ?? []).toEqual([]);
      expect(schemas()[name]?.examples).toEqual([value]);
    },
  );

  it('exist for every request and response of the main journey', () => {
    const sent = ['Registration', 'Login', 'NewTransferRequest', 'NewAlert', 'CheckoutResult'];
    const read = [
      'Session',
      'CreatedRequest',
      'RequestList',
      'MatchList',
      'AlertList',
      'PaymentOrder',
      'Problem',
    ];
    expect(examples.map(nameOf)).toEqual(expect.arrayContaining([...sent, ...read]));
  });
});

describe('the description of the payment’s webhook', () => {
  it('describes the provider’s headers and body, and has no rate limit', () => {
    const webhook = (JSON.parse(text) as { paths: Record<string, Record<string, Webhook>> }).paths[
      '/api/payment/webhook'
    ]?.post;
    expect(webhook?.parameters.map(({ name, required }) => [name, required])).toEqual([
      ['x-razorpay-signature', true],
      ['x-razorpay-event-id', false],
    ]);
    expect(JSON.stringify(webhook?.requestBody)).toContain('order_id');
    expect(Object.keys(webhook?.responses['200']?.headers ?? {})).toEqual(['X-Request-Id']);
  });

  it('documents the rate-limit headers of every other response', () => {
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Webhook>> };
    const unmetered = ['/api/health', '/api/ready', '/api/payment/webhook'];
    for (const [path, methods] of Object.entries(paths))
      for (const { responses } of Object.values(methods))
        for (const { headers } of Object.values(responses).map(resolved))
          expect(Object.hasOwn(headers ?? {}, 'RateLimit'), path).toBe(!unmetered.includes(path));
  });
});
