import { z } from 'zod';

/** Person fields that have two names on the wire: first name → alias. Input under the alias is read as the first name. */
export const personAliases = {
  phone: 'mobile',
  district: 'currentDistrict',
  postingBlock: 'currentBlock',
} as const;

const pairs = Object.entries(personAliases);

/** Returns the schema fields of a response that carries these values under both names. */
export function aliasedFields<Phone extends z.ZodType, Place extends z.ZodType>(phone: Phone, place: Place) {
  return {
    phone,
    mobile: phone.describe('The same as `phone`'),
    district: place,
    currentDistrict: place.describe('The same as `district`'),
    postingBlock: place,
    currentBlock: place.describe('The same as `postingBlock`'),
  };
}

interface NamedOnce<Phone, Place> {
  phone?: Phone;
  district: Place;
  postingBlock: Place;
}

/** Returns the fields of a person with the aliases added. An absent field stays absent. */
export function withAliases<Phone, Place, Fields extends NamedOnce<Phone, Place>>(fields: Fields) {
  // TypeScript cannot derive from the spread that `mobile` exists only together with `phone`.
  return {
    ...fields,
    ...('phone' in fields ? { mobile: fields.phone } : {}),
    currentDistrict: fields.district,
    currentBlock: fields.postingBlock,
  } as Fields & {
    mobile: Fields extends { phone: infer Given } ? Given : undefined;
    currentDistrict: Fields['district'];
    currentBlock: Fields['postingBlock'];
  };
}

/** Extends a schema so that it accepts the aliases. If both names are given with different values, the error is at the alias. */
export function takingAliases<Schema extends z.ZodType>(schema: Schema) {
  return z
    .preprocess((input, context) => {
      if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
      const fields = new Map<string, unknown>(Object.entries(input));
      for (const alias of differing(fields))
        context.addIssue({ code: 'custom', message: 'field.alias', path: [alias], input });
      return namedOnce(fields);
    }, schema)
    .meta({ acceptsAliases: true });
}

/** Returns the aliases whose value differs from that of the first name. */
function differing(fields: ReadonlyMap<string, unknown>): string[] {
  return pairs
    .filter(
      ([name, alias]) => fields.has(alias) && fields.has(name) && fields.get(name) !== fields.get(alias),
    )
    .map(([, alias]) => alias);
}

function namedOnce(fields: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const firstNames = new Map<string, string>(pairs.map(([name, alias]) => [alias, name]));
  return Object.fromEntries([...fields].map(([name, value]) => [firstNames.get(name) ?? name, value]));
}
