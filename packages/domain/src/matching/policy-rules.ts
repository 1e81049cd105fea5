import { z } from 'zod';
import { LARGEST_POSSIBLE_GROUP, SMALLEST_GROUP, swapAttributes } from '../agreements/agreement-rules.ts';
import { yearsBefore } from '../language/date-time.ts';
import { line } from '../language/text.ts';
import { wholeFrom } from '../query-parameters.ts';
import { recordKeys } from '../record-names.ts';

/** Maximum length in characters of the name of the order or decision behind a rule. */
export const RULE_SOURCE_MAXIMUM_LENGTH = 300;
export const RULE_LINK_MAXIMUM_LENGTH = 500;
/** Maximum number of years of service that a rule can require before a swap. */
export const MOST_YEARS_OF_SERVICE = 30;

const day = z.iso.date({ error: 'field.invalid' });

/** Span of days in India's time, both ends included. */
const openWindow = z
  .strictObject({ opens: day, closes: day.nullable().describe('Null: until another rule begins') })
  .refine(({ opens, closes }) => closes === null || closes >= opens, {
    error: 'rule.window',
    path: ['closes'],
  })
  .nullable()
  .describe('Null: groups may be formed on any day');

/** Values of the rule `mixedOrders`. */
export const orderers = ['state', 'leaving'] as const;

/**
 * Closed list of the kinds of rules: the schema of each value, and the initial value. Rules are stored as dated rows;
 * `rulesOn` gives those in force on a day.
 */
export const ruleKinds = {
  /** Maximum number of teachers who swap as one group. */
  largestGroup: {
    value: wholeFrom(SMALLEST_GROUP, LARGEST_POSSIBLE_GROUP),
    first: 10,
  },
  /** Attributes that must be equal within a group. */
  mustBeEqual: {
    value: z
      .array(z.enum(swapAttributes, { error: 'field.choice' }))
      .max(swapAttributes.length, { error: 'field.choice' })
      .refine((named) => new Set(named).size === named.length, { error: 'field.choice' }),
    first: [...swapAttributes],
  },
  /** Number of full years at the present school that are required before a swap; 0 requires none. */
  minimumService: {
    value: wholeFrom(0, MOST_YEARS_OF_SERVICE),
    first: 0,
  },
  /**
   * Period in which the state's portal accepts groups. Outside of it matches, rings and plans stay visible, but no
   * group is agreed or formed.
   */
  openWindow: { value: openWindow, first: null },
  /**
   * Who records orders of groups between districts: the state, or each district for the members who leave it. Orders of a group within one
   * district are recorded by that district or the state.
   */
  mixedOrders: { value: z.enum(orderers, { error: 'field.choice' }), first: 'state' as const },
};

export type RuleKind = keyof typeof ruleKinds;

export const ruleKindNames = recordKeys(ruleKinds);

const values = {
  largestGroup: ruleKinds.largestGroup.value,
  mustBeEqual: ruleKinds.mustBeEqual.value,
  minimumService: ruleKinds.minimumService.value,
  openWindow: ruleKinds.openWindow.value,
  mixedOrders: ruleKinds.mixedOrders.value,
};

/** Value of each kind. */
export const ruleValuesSchema = z.strictObject(values);
export type RuleValues = z.output<typeof ruleValuesSchema>;

/** Rules of one day: the values in force, and what follows from them on that day. */
export const rulesSchema = z
  .strictObject({
    ...values,
    joinedBy: day
      .nullable()
      .describe(
        'Teachers who joined the present school after this day have not served long enough; null if no service is required',
      ),
    isOpen: z.boolean().describe('True while groups may be formed'),
  })
  .meta({ id: 'Rules' });

export type Rules = z.output<typeof rulesSchema>;

export function onDay(valuesOfDay: RuleValues, today: string): Rules {
  const { minimumService, openWindow: window } = valuesOfDay;
  return {
    ...valuesOfDay,
    joinedBy: minimumService === 0 ? null : yearsBefore(today, minimumService),
    isOpen: window === null || (window.opens <= today && (window.closes === null || today <= window.closes)),
  };
}

/** First day of the initial rules. No other rule begins then, because rules cannot begin in the past. */
export const FIRST_RULES_DAY = '2025-06-01';

/** Initial rules of the product. A migration writes the same rules with their source. */
export const firstRules: Rules = {
  largestGroup: ruleKinds.largestGroup.first,
  mustBeEqual: ruleKinds.mustBeEqual.first,
  minimumService: ruleKinds.minimumService.first,
  openWindow: ruleKinds.openWindow.first,
  mixedOrders: ruleKinds.mixedOrders.first,
  joinedBy: null,
  isOpen: true,
};

/** Rule as a row of its table. */
export interface DatedRule {
  kind: string;
  value: unknown;
  /** First day of validity in India's time, `YYYY-MM-DD`. */
  validFrom: string;
  /** Milliseconds since the epoch. Of two rules of one kind and day the one written last applies. */
  writtenAt: number;
}

/** Returns the rule in force on a day among rules of one kind, or undefined if none has begun. */
export function ruleOn<Rule extends DatedRule>(
  dated: readonly Rule[],
  kind: RuleKind,
  today: string,
): Rule | undefined {
  return dated
    .filter((rule) => rule.kind === kind && rule.validFrom <= today)
    .reduce<Rule | undefined>(
      (last, rule) => (last === undefined || byValidFrom(last, rule) <= 0 ? rule : last),
      undefined,
    );
}

/** Returns the rules of a day. Ignores rows of unknown kinds. */
export function rulesOn(dated: readonly DatedRule[], today: string): Rules {
  const found = ruleKindNames.map((kind) => {
    const rule = ruleOn(dated, kind, today);
    return [kind, rule === undefined ? firstRules[kind] : rule.value];
  });
  return onDay(ruleValuesSchema.parse(Object.fromEntries(found)), today);
}

/** Compares rules by their first day, then by the time of writing. */
export function byValidFrom(first: DatedRule, second: DatedRule): number {
  if (first.validFrom !== second.validFrom) return first.validFrom < second.validFrom ? -1 : 1;
  return first.writtenAt - second.writtenAt;
}

const ruleSource = {
  validFrom: day.describe("First day of validity, in India's time"),
  source: line(1, RULE_SOURCE_MAXIMUM_LENGTH).describe('Order or decision that sets the rule'),
  link: z
    .url({ protocol: /^https?$/, error: 'field.invalid' })
    .max(RULE_LINK_MAXIMUM_LENGTH, { error: 'field.invalid' })
    .nullable()
    .describe('Address of the source'),
};

/** Returns a union of schemas, one per kind of rule, that share the other fields. */
function ruleOfEachKind<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('largestGroup'), value: values.largestGroup, ...shape }),
    z.strictObject({ kind: z.literal('mustBeEqual'), value: values.mustBeEqual, ...shape }),
    z.strictObject({ kind: z.literal('minimumService'), value: values.minimumService, ...shape }),
    z.strictObject({ kind: z.literal('openWindow'), value: values.openWindow, ...shape }),
    z.strictObject({ kind: z.literal('mixedOrders'), value: values.mixedOrders, ...shape }),
  ]);
}

/** `POST /admin/rules`: adds a rule from a day on. Nothing is overwritten: the rules before that day stay stored. */
export const newRuleSchema = ruleOfEachKind(ruleSource).meta({ id: 'NewRule' });

export type NewRule = z.output<typeof newRuleSchema>;

const writtenRule = {
  _id: z.uuid(),
  ...ruleSource,
  source: z.string(),
  link: z.string().nullable(),
  writtenBy: z
    .string()
    .nullable()
    .describe('Null if the product wrote the rule itself or the account was erased'),
  createdAt: z.string(),
};

/** Stored rule with its source. */
export const policyRuleSchema = ruleOfEachKind(writtenRule).meta({ id: 'PolicyRule' });

export type PolicyRule = z.infer<typeof policyRuleSchema>;

/** `GET /rules`, public: the rules in force today with their sources. */
export const rulesTodaySchema = z
  .strictObject({
    day: z.string(),
    rules: rulesSchema,
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

export type RulesToday = z.infer<typeof rulesTodaySchema>;

/** `GET /admin/rules`: the rules in force today, and every stored rule, latest start first. */
export const ruleHistorySchema = z
  .strictObject({ day: z.string(), rules: rulesSchema, history: z.array(policyRuleSchema) })
  .meta({ id: 'RuleHistory' });

export type RuleHistory = z.infer<typeof ruleHistorySchema>;
