import { z } from 'zod';
import { LARGEST_POSSIBLE_GROUP, SMALLEST_GROUP, swapAttributes } from './agreement-rules.ts';
import { line } from './text.ts';

export const RULE_SOURCE_MAXIMUM_LENGTH = 300;
export const RULE_LINK_MAXIMUM_LENGTH = 500;

/**
 * The closed list of the kinds of rules: what a value of each is, and the value that the product began with. Rules are
 * dated rows; what holds on a day is `rulesOn` that day.
 */
export const ruleKinds = {
  /** The most teachers who swap as one group. */
  largestGroup: {
    value: z
      .int({ error: 'field.choice' })
      .min(SMALLEST_GROUP, { error: 'field.choice' })
      .max(LARGEST_POSSIBLE_GROUP, { error: 'field.choice' }),
    first: 10,
  },
  /** What all teachers of a group have in common. */
  mustBeEqual: {
    value: z
      .array(z.enum(swapAttributes, { error: 'field.choice' }))
      .max(swapAttributes.length, { error: 'field.choice' })
      .refine((named) => new Set(named).size === named.length, { error: 'field.choice' }),
    first: [...swapAttributes],
  },
};

export type RuleKind = keyof typeof ruleKinds;

export const ruleKindNames = Object.keys(ruleKinds) as RuleKind[];

/** The rules of one day. */
export const rules = z
  .strictObject({ largestGroup: ruleKinds.largestGroup.value, mustBeEqual: ruleKinds.mustBeEqual.value })
  .meta({ id: 'Rules' });

export type Rules = z.output<typeof rules>;

/** The rules that the product began with; a migration writes the same with their source. */
export const firstRules: Rules = {
  largestGroup: ruleKinds.largestGroup.first,
  mustBeEqual: ruleKinds.mustBeEqual.first,
};

/** A rule as a row of its table. */
export interface DatedRule {
  readonly kind: string;
  readonly value: unknown;
  /** The first day it holds, by India's calendar, `YYYY-MM-DD`. */
  readonly validFrom: string;
  /** In milliseconds since the epoch; of two rules of one kind and day the one written last holds. */
  readonly writtenAt: number;
}

/** Of the rules of one kind the one that holds on a day; undefined where none has begun. */
export function ruleOn<Rule extends DatedRule>(
  dated: readonly Rule[],
  kind: RuleKind,
  day: string,
): Rule | undefined {
  return dated
    .filter((rule) => rule.kind === kind && rule.validFrom <= day)
    .reduce<Rule | undefined>(
      (last, rule) => (last === undefined || compareDated(last, rule) <= 0 ? rule : last),
      undefined,
    );
}

/** The rules of a day. Rows of kinds that this list does not know are passed over. */
export function rulesOn(dated: readonly DatedRule[], day: string): Rules {
  const values = ruleKindNames.map((kind) => [kind, ruleOn(dated, kind, day)?.value ?? firstRules[kind]]);
  return rules.parse(Object.fromEntries(values));
}

/** By the day they begin, and of one day by when they were written. */
export function compareDated(first: DatedRule, second: DatedRule): number {
  if (first.validFrom !== second.validFrom) return first.validFrom < second.validFrom ? -1 : 1;
  return first.writtenAt - second.writtenAt;
}

const ruleSource = {
  validFrom: z.iso.date({ error: 'field.invalid' }).describe("The first day it holds, by India's calendar"),
  source: line(1, RULE_SOURCE_MAXIMUM_LENGTH).describe('The order or decision that says so'),
  link: z
    .url({ protocol: /^https?$/, error: 'field.invalid' })
    .max(RULE_LINK_MAXIMUM_LENGTH, { error: 'field.invalid' })
    .nullable()
    .describe('Where it can be read'),
};

/** `POST /admin/rules`: a rule from a day on. Nothing is overwritten: what held before that day stays written. */
export const newRule = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('largestGroup'),
      value: rules.shape.largestGroup,
      ...ruleSource,
    }),
    z.strictObject({
      kind: z.literal('mustBeEqual'),
      value: rules.shape.mustBeEqual,
      ...ruleSource,
    }),
  ])
  .meta({ id: 'NewRule' });

export type NewRule = z.output<typeof newRule>;

const writtenRule = {
  _id: z.uuid(),
  ...ruleSource,
  source: z.string(),
  link: z.string().nullable(),
  writtenBy: z.string().nullable().describe('Null: written by the product itself, or the account is gone'),
  createdAt: z.string(),
};

/** A rule as it is written, with where it comes from. */
export const policyRule = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('largestGroup'),
      value: rules.shape.largestGroup,
      ...writtenRule,
    }),
    z.strictObject({
      kind: z.literal('mustBeEqual'),
      value: rules.shape.mustBeEqual,
      ...writtenRule,
    }),
  ])
  .meta({ id: 'PolicyRule' });

export type PolicyRule = z.infer<typeof policyRule>;

/** `GET /rules`, open to everybody: what holds today and who says so. */
export const rulesToday = z
  .strictObject({
    day: z.string(),
    rules,
    sources: z.array(
      z.strictObject({
        kind: z.enum(ruleKindNames),
        validFrom: z.string(),
        source: z.string(),
        link: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'RulesToday' });

export type RulesToday = z.infer<typeof rulesToday>;

/** `GET /admin/rules`: what holds today, and every rule that was written, the latest to begin first. */
export const ruleHistory = z
  .strictObject({ day: z.string(), rules, history: z.array(policyRule) })
  .meta({ id: 'RuleHistory' });

export type RuleHistory = z.infer<typeof ruleHistory>;
