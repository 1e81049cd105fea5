import { z } from 'zod';
import { recordOf } from '../record-names.ts';
import { transferSeasonSchema } from '../seasons/season.ts';
import { agreementTasks } from './office-agreement.ts';

/** Stages of a teacher in a season, in order. A teacher who joined is also counted as ordered, agreed and in a group. */
export const seasonStages = [
  'consented',
  'inGroups',
  'objections',
  'agreed',
  'papersIn',
  'ordered',
  'joined',
] as const;

export type SeasonStage = (typeof seasonStages)[number];

const listedRows = z.strictObject({
  count: z.int(),
  list: z.string().describe('The call that lists exactly these rows, with its filters'),
});

export type ListedRows = z.infer<typeof listedRows>;

/** `GET /admin/desk`: how far the season is, for teachers posted in the administrator's districts, and the work behind it. */
export const deskSchema = z
  .strictObject({
    season: transferSeasonSchema.nullable().describe('The open season, else the next one, else the latest'),
    daysLeft: z.int().nullable().describe('Days until the season closes; null once it has closed'),
    counts: z
      .strictObject(recordOf(seasonStages, () => listedRows))
      .nullable()
      .describe('Teachers by stage; null without a season'),
    tasks: z
      .strictObject({ ...recordOf(agreementTasks, () => listedRows), objections: listedRows })
      .describe('Agreements, and objections without a reply'),
  })
  .meta({ id: 'Desk' });

export type Desk = z.infer<typeof deskSchema>;
