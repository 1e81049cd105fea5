import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { personAliases } from '@mutual-transfer/domain/accounts/person-aliases';
import { allLanguages } from '@mutual-transfer/domain/language/language';
import { problemSchema } from '@mutual-transfer/domain/problem';
import type { FastifySchema, RouteOptions } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { ToJSONSchemaParams } from 'zod/v4/core';
import type { App } from '../dependencies.ts';
import { release } from '../platform/release.ts';
import { noBody, type Policy } from './policy.ts';
import { contentPolicy } from './response-headers.ts';

type Schemas = Record<string, OpenAPIV3_1.SchemaObject>;
type Override = NonNullable<ToJSONSchemaParams['override']>;

const PREFIX = '#/components/schemas/';
const INPUT = 'Input';

/** Adds to the JSON schema of a zod schema what zod does not derive: the default of a transform, and aliases that are accepted. */
const override: Override = ({ jsonSchema }) => {
  const { fallback, acceptsAliases, anyOf, properties } = jsonSchema;
  if (fallback !== undefined) Object.assign(jsonSchema, { default: fallback, fallback: undefined });
  // A choice between a value and `undefined` is an optional value.
  const choices = anyOf?.filter((choice) => Object.keys(choice).length > 0);
  if (choices?.length === 1) Object.assign(jsonSchema, choices[0], { anyOf: undefined });
  if (!acceptsAliases) return;
  const aliases = Object.entries(personAliases).flatMap(([name, alias]) => {
    const property = properties?.[name];
    return typeof property === 'object'
      ? [[alias, { ...property, description: `Instead of \`${name}\`` }]]
      : [];
  });
  Object.assign(jsonSchema, {
    acceptsAliases: undefined,
    properties: { ...properties, ...Object.fromEntries(aliases) },
    required: jsonSchema.required?.filter((name) => !Object.hasOwn(personAliases, name)),
  });
};

/**
 * Names the components of the document. The library makes an input and an output variant of each schema with an id: one with the plain name
 * remains if both are equal or only one is used. Removes components that no operation refers to.
 */
function nameComponents(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  // The schemas of this document are not references themselves.
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const used = namesUsed(document.paths, schemas);
  const isSame = (one: unknown, other: unknown) =>
    isDeepStrictEqual(
      renamed(one, () => ''),
      renamed(other, () => ''),
    );
  const nameOf = (name: string) => {
    const plain = name.endsWith(INPUT) ? name.slice(0, -INPUT.length) : name;
    return !used.has(plain) || isSame(schemas[name], schemas[plain]) ? plain : name;
  };
  const named = [...used].map((name) => [nameOf(name), schemas[name]]);
  return renamed(
    { ...document, components: { ...document.components, schemas: Object.fromEntries(named) } },
    nameOf,
  );
}

/** Returns the names of the schemas to which a value refers, directly or through others. */
function namesUsed(value: unknown, schemas: Schemas, used = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (used.has(name)) continue;
    used.add(name);
    namesUsed(schemas[name], schemas, used);
  }
  return used;
}

function renamed<Value>(value: Value, rename: (name: string) => string): Value {
  const text = JSON.stringify(value ?? null, (key, one: unknown) =>
    key === '$ref' && typeof one === 'string' ? PREFIX + rename(one.slice(PREFIX.length)) : one,
  );
  // The text differs from the value in names only.
  return JSON.parse(text) as Value;
}

const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig: { override } });
const toJsonSchemaObject = createJsonSchemaTransformObject({ zodToJsonConfig: { override } });

const PAGE = '/api/docs';
/** Cost of the API document in points of the budget that a call counts in. */
const DOCUMENT_COST = 20;
/** Content sources of the documentation page: its own files, icons inlined in its styles, and calls to this server. */
const pageSources = ["script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"];

/** Tags of operations by the first path segment after `/api`, with their descriptions. */
const tags: Readonly<Record<string, string>> = {
  admin: 'For administrators: figures, people, pairs, plans, rules, the audit log',
  agreements: 'Proposals of swaps, answers to them, and the steps of members who agreed',
  alerts: 'Messages between teachers who match, and messages of the product',
  announcements: 'Announcements of administrators',
  auth: 'Registration, sessions, and the caller’s account',
  blocks: 'Blocks between teachers',
  complaints: 'Complaints about the site',
  dashboard: 'A teacher’s first screen in one answer',
  health: 'Liveness of the process',
  mail: 'Reports of the mail provider',
  matches: 'Matches of the place wished for at registration',
  me: 'What every page of a signed-in person needs, in one answer',
  notices: 'Settings of notices: channels, topics and times',
  orders: 'Check of the printed code of a transfer order',
  payment: 'The one-time fee for access, if one is required',
  plan: 'Figures of the latest statewide plan',
  ready: 'Readiness: the database answers',
  reference: 'Districts, blocks, subjects, class levels and categories',
  reports: 'Teachers reported to the administrator',
  requests: 'Transfer requests, their matches and rings',
  rules: 'Rules of the state for a swap, with their sources',
  seasons: 'Timetables of transfer seasons, consent, and results',
  sms: 'Delivery reports of the SMS provider',
  shares: 'Shared links, their preview images, and counts of visits',
  support: 'Support address',
};

const callers: Readonly<Record<Policy, string>> = {
  open: 'Open to everybody.',
  session: 'For signed-in callers (401 otherwise).',
  access:
    'For signed-in callers (401) who have paid if payment is required (402). Administrators of districts are refused (403).',
  state: 'For administrators of the state (401, 403).',
  district:
    'For administrators (401, 403). Administrators of districts see and change only rows of their districts.',
};

/** Adds the OpenAPI 3.1 document of every route under `/api` to the app. Call it before the routes and their policies are registered. */
export async function describeApi(app: App): Promise<void> {
  app.addHook('onRoute', (route) => {
    // The package of the documentation page registers its routes without a policy.
    if (route.url.startsWith(PAGE)) route.config = { ...route.config, policy: 'open', ...costOf(route) };
    else describeRoute(route);
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mutual transfer',
        version: release.version,
        description:
          'Mutual transfers of government school teachers in Bihar. Every answer that is no success is a `Problem`. Sentences for ' +
          `people come in the language of \`Accept-Language\` (${allLanguages().join(', ')}); every answer names its call in \`x-request-id\`, ` +
          'and what is left of the limits that it counted in, in `RateLimit` (draft-ietf-httpapi-ratelimit-headers).',
        license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
      },
      servers: [{ url: '/', description: 'The server that answers this document' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The `token` that registration and login answer; good for seven days',
          },
        },
      },
    },
    transform: (route) => toJsonSchema({ ...route, schema: describedInput(route) }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new TypeError('The description is OpenAPI 3');
      // The OpenAPI version is set above, but the library's types are of other versions.
      return nameComponents(toJsonSchemaObject(document) as OpenAPIV3_1.Document) as never;
    },
  });
}

/** Serves the document at `/api/openapi.json` and a documentation page at `/api/docs`. */
export async function publishDescription(app: App): Promise<void> {
  const describe = once(() => {
    const document = JSON.stringify(app.swagger());
    return { document, tag: `"${createHash('sha256').update(document).digest('base64url')}"` };
  });
  app.get(
    '/api/openapi.json',
    { config: { policy: 'open', isShared: true }, schema: { hide: true } },
    (_request, reply) => {
      const { document, tag } = describe();
      // The document is in English for every caller, so it does not vary by language.
      return reply
        .removeHeader('vary')
        .header('etag', tag)
        .type('application/json; charset=utf-8')
        .send(document);
    },
  );
  await app.register(swaggerUi, {
    routePrefix: PAGE,
    staticCSP: [...contentPolicy, ...pageSources].join(';'),
    logLevel: 'silent',
    uiConfig: { deepLinking: true, url: '/api/openapi.json' },
  });
}

/** Returns the cost of routes that serve the document: they serialise half a megabyte per call. */
function costOf({ url }: RouteOptions): { cost?: number } {
  return /\/(json|yaml)$/.test(url) ? { cost: DOCUMENT_COST } : {};
}

/** Returns a function that computes its value on the first call and caches it. */
function once<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

/** Adds the parts of a route's description that follow from its method, path and policy, and the one error response of all routes. */
function describeRoute(route: RouteOptions): void {
  const { schema, url, config } = route;
  if (schema?.hide || config?.policy === undefined) return;
  const tag = url.split('/')[2] ?? '';
  if (tags[tag] === undefined)
    throw new Error(`${url} begins with a word that the description does not explain`);
  const whoCalls = callers[config.policy];
  const description = schema?.description === undefined ? whoCalls : `${schema.description} ${whoCalls}`;
  const response = {
    '4xx': problemSchema,
    '5xx': problemSchema,
    ...(schema?.response as object | undefined),
  };
  route.schema = { operationId: operationIdOf(route), tags: [tag], ...schema, description, response };
}

/** Returns the operation id of a route: `getRequestsByIdMatches` for `GET /api/requests/:id/matches`. */
function operationIdOf({ method, url }: RouteOptions): string {
  const words = url
    .split(/[/.-]/)
    .slice(2)
    .map((word) => (word.startsWith(':') ? `by-${word.slice(1)}` : word));
  const capitals = words
    .flatMap((word) => word.split('-'))
    .map((word) => word[0]?.toUpperCase() + word.slice(1));
  return [String(method).toLowerCase(), ...capitals].join('');
}

/** Returns the documented input of a route. Omits a body that must be absent. */
function describedInput({ schema, route }: { schema?: FastifySchema; route: RouteOptions }): FastifySchema {
  const { body, headers: described } = route.config?.described ?? {};
  if (body !== undefined) return { ...schema, body, headers: described };
  return schema?.body === noBody ? { ...schema, body: undefined } : { ...schema };
}
