import { isDeepStrictEqual } from 'node:util';
import { personAliases } from '@mutual-transfer/domain/accounts/person-aliases';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { ToJSONSchemaParams } from 'zod/v4/core';

type Schemas = Record<string, OpenAPIV3_1.SchemaObject>;
type Override = NonNullable<ToJSONSchemaParams['override']>;

const PREFIX = '#/components/schemas/';
const INPUT = 'Input';

/** Adds to the JSON schema of a zod schema what zod does not derive: the default of a transform, and aliases that are accepted. */
export const override: Override = ({ jsonSchema }) => {
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
export function nameComponents(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
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
