import { isDeepStrictEqual } from 'node:util';
import { personAliases } from '@mutual-transfer/domain/accounts/person-aliases';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Example } from './description-examples.ts';

type Document = OpenAPIV3_1.Document;
type Schemas = Record<string, OpenAPIV3_1.SchemaObject>;

const PREFIX = '#/components/schemas/';
const INPUT = 'Input';

/**
 * Merges the input and the output variant that are generated for each schema with an id. If both are equal, or only one is used, a single
 * schema with the plain name remains.
 */
export function mergeInputSchemas(document: Document): Document {
  const schemas = schemasOf(document);
  const used = usedSchemas(document);
  const merged = Object.keys(schemas).filter((input) => {
    const name = outputOf(input);
    if (name === undefined || schemas[name] === undefined) return false;
    return !used.has(name) || isDeepStrictEqual(unnamed(schemas[input]), unnamed(schemas[name]));
  });
  const inputs = merged.map((input) => [outputOf(input) ?? input, schemas[input]]);
  const whole = withSchemas(document, { ...schemas, ...Object.fromEntries(inputs) });
  return withRenamed(whole, (name) => (merged.includes(name) ? (outputOf(name) ?? name) : name));
}

/** Returns the name of the output variant for the name of an input variant; `undefined` for other names. */
function outputOf(input: string): string | undefined {
  return input.endsWith(INPUT) ? input.slice(0, -INPUT.length) : undefined;
}

function unnamed(schema: unknown): unknown {
  return withRenamed(schema, () => '');
}

/** Adds the aliases to schemas that accept aliases of their fields, and makes fields with an alias optional. */
export function describeAliases(document: Document): Document {
  const described = Object.entries(schemasOf(document)).map(([name, schema]) => [name, withAliases(schema)]);
  return withSchemas(document, Object.fromEntries(described));
}

function withAliases(
  schema: OpenAPIV3_1.SchemaObject & { acceptsAliases?: boolean },
): OpenAPIV3_1.SchemaObject {
  const { acceptsAliases, ...plain } = schema;
  const { properties = {}, required = [] } = plain;
  if (!acceptsAliases) return schema;
  const aliases = Object.entries(personAliases).flatMap(([name, alias]) => {
    const property = properties[name];
    return property ? [[alias, { ...property, description: `Instead of \`${name}\`` }]] : [];
  });
  const isNamedOnce = (name: string) => !Object.hasOwn(personAliases, name);
  // The schema has the type `object`, which TypeScript does not infer for a spread of the library's union type.
  return {
    ...plain,
    properties: { ...properties, ...Object.fromEntries(aliases) },
    required: required.filter(isNamedOnce),
  } as OpenAPIV3_1.SchemaObject;
}

/** Restores the defaults of transformed query parameters, which zod omits. */
export function describeDefaults(document: Document): Document {
  // `JSON.parse` returns `any`; the callback only adds defaults.
  return JSON.parse(JSON.stringify(document), (_key, value: { fallback?: unknown } | null) => {
    if (value === null || typeof value !== 'object' || typeof value.fallback !== 'number') return value;
    const { fallback, ...rest } = value;
    return { ...rest, default: fallback };
  }) as Document;
}

/** Replaces an `anyOf` that has a single member by that member. */
export function unwrapSingleChoices(document: Document): Document {
  // `JSON.parse` returns `any`; the callback returns a schema for a schema.
  return JSON.parse(JSON.stringify(document), (_key, value: { anyOf?: object[] } | null) => {
    if (!Array.isArray(value?.anyOf) || value.anyOf.length !== 1) return value;
    const { anyOf, ...rest } = value;
    return { ...anyOf[0], ...rest };
  }) as Document;
}

/** Adds the examples to the schemas of the same id. */
export function addExamples(document: Document, examples: readonly Example[]): Document {
  const values = new Map(examples.map(({ shape, value }) => [shape.meta()?.id, value]));
  const described = Object.entries(schemasOf(document)).map(([name, schema]) => [
    name,
    values.has(name) ? { ...schema, examples: [values.get(name)] } : schema,
  ]);
  return withSchemas(document, Object.fromEntries(described));
}

/** Removes schemas that no operation refers to. */
export function removeUnusedSchemas(document: Document): Document {
  const used = usedSchemas(document);
  const retained = Object.entries(schemasOf(document)).filter(([name]) => used.has(name));
  return withSchemas(document, Object.fromEntries(retained));
}

/** Returns the names of the schemas that operations refer to, directly or through others. */
function usedSchemas(document: Document): Set<string> {
  const schemas = schemasOf(document);
  const used = new Set<string>();
  const follow = (value: unknown) => {
    for (const name of namesIn(value)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(document.paths);
  return used;
}

function namesIn(value: unknown): string[] {
  const found = JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
  return [...found].map(([, name = '']) => name);
}

function withSchemas(document: Document, schemas: Schemas): Document {
  return { ...document, components: { ...document.components, schemas } };
}

function withRenamed<Value>(value: Value, rename: (name: string) => string): Value {
  const text = JSON.stringify(value, (key, one: unknown) =>
    key === '$ref' && typeof one === 'string' && one.startsWith(PREFIX)
      ? `${PREFIX}${rename(one.slice(PREFIX.length))}`
      : one,
  );
  // The text differs from the value in names only.
  return JSON.parse(text) as Value;
}

function schemasOf(document: Document): Schemas {
  // The schemas of this document are not references themselves.
  return (document.components?.schemas ?? {}) as Schemas;
}
