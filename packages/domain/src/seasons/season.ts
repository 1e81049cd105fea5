import { z } from 'zod';
import { isLanguage, type Language } from '../language/language.ts';
import { line } from '../language/text.ts';
import { listPageSchema, pageQuery } from '../query-parameters.ts';
import { problemsOfDates, seasonEvents, seasonStates, waysOfConsent } from './season-dates.ts';

const SEASON_NAME_MAXIMUM_LENGTH = 120;
const SEASON_ORDER_MAXIMUM_LENGTH = 300;
export const MOST_ROUNDS_OF_A_SEASON = 20;
export const OBJECTION_DAYS = 3;
export const MOST_OBJECTION_DAYS = 30;

const moment = z.iso.datetime({
  offset: true,
  error: ({ input }) => (input === '' ? 'field.required' : 'field.invalid'),
});

const roundDates = z.strictObject({
  askedFrom: moment.describe('Time from which teachers are asked whether they are ready'),
  proposalsSent: moment.describe('Time at which the plan is made and its proposals are sent'),
  answersUntil: moment.describe('Time until which the first proposals can be answered, or objected to'),
});

/** Returns the name of a season for readers of a language. */
export function seasonName(
  { name, names }: { name: string; names: Readonly<Record<string, string>> },
  language: Language,
): string {
  return names[language] ?? name;
}

/** Returns the name of a season as a notice has it, which is written in its recipient's language. */
export function seasonInNotice({ name, names }: { name: string; names: Readonly<Record<string, string>> }) {
  return { season: name, ...(Object.keys(names).length > 0 && { names }) };
}

const fields = {
  name: line(1, SEASON_NAME_MAXIMUM_LENGTH),
  names: z
    .record(
      z.string().refine((code): boolean => isLanguage(code), { error: 'field.unknown' }),
      line(1, SEASON_NAME_MAXIMUM_LENGTH),
    )
    .describe('Names by language code; readers of other languages see `name`'),
  order: line(1, SEASON_ORDER_MAXIMUM_LENGTH).describe(
    'The order on which the season is based: number, date, authority',
  ),
  opens: moment,
  listCloses: moment.describe('Time until which teachers can consent, if consent precedes the plan'),
  rounds: z
    .array(roundDates)
    .min(1, { error: 'field.required' })
    .max(MOST_ROUNDS_OF_A_SEASON, { error: 'field.invalid' }),
  closed: moment,
  consent: z.enum(waysOfConsent, { error: 'field.choice' }),
  relieving: z.boolean({ error: 'field.choice' }).describe('True if relieving is a separate step'),
  scrutiny: z
    .boolean({ error: 'field.choice' })
    .describe('True if an order for a member whom no office has scrutinised needs a look'),
  objectionDays: z
    .int({ error: 'field.invalid' })
    .min(1, { error: 'field.invalid' })
    .max(MOST_OBJECTION_DAYS, { error: 'field.invalid' })
    .describe('Days within which the office replies to an objection'),
};

/** `POST /admin/seasons`. Dates are in order. */
export const newSeasonSchema = z
  .strictObject({
    ...fields,
    names: fields.names.default({}),
    relieving: fields.relieving.default(false),
    scrutiny: fields.scrutiny.default(false),
    objectionDays: fields.objectionDays.default(OBJECTION_DAYS),
  })
  .superRefine((season, context) => {
    for (const [field, message] of Object.entries(problemsOfDates(season, season.consent))) {
      context.addIssue({ code: 'custom', message, path: field.split('.') });
    }
  })
  .meta({ id: 'NewSeason' });

export type NewSeason = z.output<typeof newSeasonSchema>;

/** `PATCH /admin/seasons/{id}`: the given fields. Dates that have passed cannot change. */
export const seasonChangeSchema = z.strictObject(fields).partial().meta({ id: 'SeasonChange' });

export type SeasonChange = z.output<typeof seasonChangeSchema>;

/** A season as every visitor sees it. */
export const transferSeasonSchema = z
  .strictObject({
    _id: z.uuid(),
    state: z.enum(seasonStates),
    name: z.string(),
    order: z.string(),
    opens: z.string(),
    listCloses: z.string(),
    rounds: z.array(
      z.strictObject({ askedFrom: z.string(), proposalsSent: z.string(), answersUntil: z.string() }),
    ),
    stoppedRounds: z
      .array(z.strictObject({ round: z.int(), at: z.string() }))
      .describe('Rounds that an administrator stopped: their later dates do not take place'),
    closed: z.string(),
    consent: z.enum(waysOfConsent),
    relieving: z.boolean(),
    scrutiny: z.boolean(),
    objectionDays: z.int(),
    next: z
      .strictObject({ event: z.enum(seasonEvents), at: z.string(), round: z.int().nullable() })
      .nullable()
      .describe('Next date of the timetable that takes place; null once the season is closed'),
    consentSentence: z
      .string()
      .nullable()
      .describe('Text that a teacher consents to, if consent precedes the plan'),
  })
  .meta({ id: 'TransferSeason' });

export type TransferSeason = z.infer<typeof transferSeasonSchema>;

/** `GET /seasons/current`: the open season, else the next one, else the latest. */
export const currentSeasonSchema = z.strictObject({ season: transferSeasonSchema.nullable() });
export type CurrentSeason = z.infer<typeof currentSeasonSchema>;

/**
 * Teachers of a round: before it starts, those whom it would ask and include in its plan now; afterwards the actual
 * ones.
 */
const roundCounts = z.strictObject({
  number: z.int(),
  roundId: z.uuid().nullable().describe('Null until the round starts'),
  asked: z.int().describe('Teachers who are asked whether they are ready, or for their consent'),
  ready: z.int().describe('Teachers whom the plan of the round includes: ready, or with consent'),
});

/** A season as administrators see it. */
export const adminSeasonSchema = transferSeasonSchema
  .extend({
    names: z.record(z.string(), z.string()),
    createdAt: z.string(),
    consents: z.int(),
    consentsByDistrict: z
      .array(z.strictObject({ district: z.string(), consents: z.int() }))
      .describe('Districts with a consent, by the postings of today'),
    roundCounts: z.array(roundCounts),
  })
  .meta({ id: 'AdminSeason' });

export type AdminSeason = z.infer<typeof adminSeasonSchema>;

export const seasonQuerySchema = z.strictObject(pageQuery);

/** `GET /admin/seasons`, latest first. */
export const seasonListSchema = listPageSchema({ seasons: z.array(transferSeasonSchema) });
export type SeasonList = z.infer<typeof seasonListSchema>;

/** Own consent for a season, and the sentence that was agreed to. Response of `POST` and `DELETE /seasons/{id}/consent`. */
export const ownConsentSchema = z
  .strictObject({
    given: z.boolean(),
    givenAt: z.string().nullable(),
    withdrawnAt: z.string().nullable(),
    sentence: z.string().nullable(),
  })
  .meta({ id: 'OwnConsent' });

export type OwnConsent = z.infer<typeof ownConsentSchema>;

const seasonOutcomes = [
  'moved',
  'agreed',
  'proposed',
  'you_declined',
  'taken_out',
  'you_were_silent',
  'member_declined',
  'member_silent',
  'ended',
  'other_agreement',
  'no_ring',
  'not_included',
  'not_ready',
  'no_consent',
  'no_request',
  'not_planned',
] as const;
export type SeasonOutcome = (typeof seasonOutcomes)[number];

/** `GET /seasons/{id}/my-result`. */
export const mySeasonResultSchema = z
  .strictObject({
    outcome: z.enum(seasonOutcomes),
    reason: z.string().describe('The outcome as a sentence'),
    round: z.int().nullable().describe('Number of the latest round that planned'),
    agreementId: z.uuid().nullable(),
    consent: ownConsentSchema,
    mayConsent: z.boolean().describe('Consent can be given or taken back now'),
  })
  .meta({ id: 'MySeasonResult' });

export type MySeasonResult = z.infer<typeof mySeasonResultSchema>;

const count = z
  .int()
  .nullable()
  .describe(
    'To the public rounded down to a multiple of five, so that no smaller number can be derived, and null below five; to the state exact',
  );

const resultCounts = {
  asked: count,
  ready: count,
  proposals: count.describe('Teachers in proposals'),
  objections: count.describe('Teachers who objected to an announced group'),
  agreed: count.describe('Teachers in agreements'),
  moved: count.describe('Teachers who have moved'),
};

/** `GET /seasons/{id}/results`, `GET /admin/seasons/{id}/results`: one entry for each round whose first answers are due, in order. */
export const seasonResultsSchema = z
  .strictObject({
    rounds: z.array(
      z.strictObject({
        number: z.int().nullable().describe('Null if an administrator started it outside the timetable'),
        plannedAt: z.string(),
        stoppedAt: z.string().nullable().describe('Time at which an administrator stopped it'),
        ...resultCounts,
        byDistrict: z.array(z.strictObject({ district: z.string(), ...resultCounts })),
        bySubject: z.array(z.strictObject({ subject: z.string(), ...resultCounts })),
      }),
    ),
  })
  .meta({ id: 'SeasonResults' });

export type SeasonResults = z.infer<typeof seasonResultsSchema>;

/** A setting of a season that an administrator changed, as the audit log stores it. Null where a round was added or removed. */
const seasonFieldChange = z.object({
  field: z.string(),
  before: z.union([z.string(), z.boolean(), z.number()]).nullable(),
  after: z.union([z.string(), z.boolean(), z.number()]).nullable(),
});

export type SeasonFieldChange = z.infer<typeof seasonFieldChange>;

/** Parses the details of an entry of the audit log about a season. Only a changed season has changes. */
export const seasonAuditDetailsSchema = z.object({
  season: z.string(),
  name: z.string().optional(),
  changes: z.array(seasonFieldChange).default([]),
});
