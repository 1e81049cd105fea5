import { z } from 'zod';
import { LARGEST_POSSIBLE_GROUP, SMALLEST_GROUP, swapAttributes } from '../agreements/agreement-rules.ts';
import { yearsBefore } from '../language/date-time.ts';
import { line } from '../language/text.ts';

/** Characters that name the order or decision behind a rule. */
export const RULE_SOURCE_MAXIMUM_LENGTH = 300;
export const RULE_LINK_MAXIMUM_LENGTH = 500;
/** The most years at a school that a rule can ask for before a swap. */
export const MOST_YEARS_OF_SERVICE = 30;

const day = z.iso.date({ error: 'field.invalid' });

/** Days by India's calendar, the last one included. */
const openWindow = z
  .strictObject({ opens: day, closes: day.nullable().describe('Null: until another rule begins') })
  .refine(({ opens, closes }) => closes === null || closes >= opens, {
    error: 'rule.window',
    path: ['closes'],
  })
  .nullable()
  .describe('Null: groups may be formed on any day');

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
  /** For how many whole years a teacher has worked at the present school before they may swap; 0 asks for none. */
  minimumService: {
    value: z
      .int({ error: 'field.choice' })
      .min(0, { error: 'field.choice' })
      .max(MOST_YEARS_OF_SERVICE, { error: 'field.choice' }),
    first: 0,
  },
  /** When the state's portal takes groups. Outside of it matches, rings and plans stay visible, but no group is agreed or formed. */
  openWindow: { value: openWindow, first: null },
};

export type RuleKind = keyof typeof ruleKinds;

export const ruleKindNames = Object.keys(ruleKinds) as RuleKind[];

const values = {
  largestGroup: ruleKinds.largestGroup.value,
  mustBeEqual: ruleKinds.mustBeEqual.value,
  minimumService: ruleKinds.minimumService.value,
  openWindow: ruleKinds.openWindow.value,
};

/** The value of each kind. */
export const ruleValues = z.strictObject(values);
export type RuleValues = z.output<typeof ruleValues>;

/** The rules of one day: the values that hold, and what they come to on that day. */
export const rules = z
  .strictObject({
    ...values,
    joinedBy: day
      .nullable()
      .describe(
        'Who joined the present school later has not served long enough; null where no service is asked for',
      ),
    isOpen: z.boolean().describe('Whether the window for forming groups is open'),
  })
  .meta({ id: 'Rules' });

export type Rules = z.output<typeof rules>;

/** What the values of the rules come to on a day. */
export function onDay(valuesOfDay: RuleValues, today: string): Rules {
  const { minimumService, openWindow: window } = valuesOfDay;
  return {
    ...valuesOfDay,
    joinedBy: minimumService === 0 ? null : yearsBefore(today, minimumService),
    isOpen: window === null || (window.opens <= today && (window.closes === null || today <= window.closes)),
  };
}

/** The first day of the rules that the product began with. No other rule begins then, for none is written for a day that is over. */
export const FIRST_RULES_DAY = '2025-06-01';

/** The rules that the product began with; a migration writes the same with their source. */
export const firstRules: Rules = {
  largestGroup: ruleKinds.largestGroup.first,
  mustBeEqual: ruleKinds.mustBeEqual.first,
  minimumService: ruleKinds.minimumService.first,
  openWindow: ruleKinds.openWindow.first,
  joinedBy: null,
  isOpen: true,
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
  today: string,
): Rule | undefined {
  return dated
    .filter((rule) => rule.kind === kind && rule.validFrom <= today)
    .reduce<Rule | undefined>(
      (last, rule) => (last === undefined || compareDated(last, rule) <= 0 ? rule : last),
      undefined,
    );
}

/** The rules of a day. Rows of kinds that this list does not know are passed over. */
export function rulesOn(dated: readonly DatedRule[], today: string): Rules {
  const found = ruleKindNames.map((kind) => {
    const rule = ruleOn(dated, kind, today);
    return [kind, rule === undefined ? firstRules[kind] : rule.value];
  });
  return onDay(ruleValues.parse(Object.fromEntries(found)), today);
}

/** By the day they begin, and of one day by when they were written. */
export function compareDated(first: DatedRule, second: DatedRule): number {
  if (first.validFrom !== second.validFrom) return first.validFrom < second.validFrom ? -1 : 1;
  return first.writtenAt - second.writtenAt;
}

const ruleSource = {
  validFrom: day.describe("The first day it holds, by India's calendar"),
  source: line(1, RULE_SOURCE_MAXIMUM_LENGTH).describe('The order or decision that says so'),
  link: z
    .url({ protocol: /^https?$/, error: 'field.invalid' })
    .max(RULE_LINK_MAXIMUM_LENGTH, { error: 'field.invalid' })
    .nullable()
    .describe('Where it can be read'),
};

/** A rule of each kind with the same other fields. */
function ruleOfEachKind<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('largestGroup'), value: values.largestGroup, ...shape }),
    z.strictObject({ kind: z.literal('mustBeEqual'), value: values.mustBeEqual, ...shape }),
    z.strictObject({ kind: z.literal('minimumService'), value: values.minimumService, ...shape }),
    z.strictObject({ kind: z.literal('openWindow'), value: values.openWindow, ...shape }),
  ]);
}

/** `POST /admin/rules`: a rule from a day on. Nothing is overwritten: what held before that day stays written. */
export const newRule = ruleOfEachKind(ruleSource).meta({ id: 'NewRule' });

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
export const policyRule = ruleOfEachKind(writtenRule).meta({ id: 'PolicyRule' });

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
