import { z } from 'zod';
import { paperLanguages } from '../agreements/agreement.ts';
import { OFFICE_MAXIMUM_LENGTH } from '../constants.ts';
import { line } from '../language/text.ts';
import { trueOrFalseSchema } from '../query-parameters.ts';
import { orderDaySchema, orderNumberSchema } from './office-agreement.ts';

/** Maximum number of groups in one order. */
export const MOST_GROUPS_OF_AN_ORDER = 100;
const MOST_COPIES = 20;
const COPY_MAXIMUM_LENGTH = 200;

/** `POST /admin/orders/document`: an order about all members of these groups whom the administrator orders. */
export const orderDocumentSchema = z
  .strictObject({
    agreements: z
      .array(z.uuid({ error: 'field.invalid' }))
      .min(1, { error: 'field.required' })
      .max(MOST_GROUPS_OF_AN_ORDER, { error: 'field.invalid' })
      .describe('Ids of the groups'),
    number: orderNumberSchema,
    memo: orderNumberSchema.optional().describe('Number of the memo that sends the order out'),
    date: orderDaySchema,
    authority: line(1, OFFICE_MAXIMUM_LENGTH).describe('Who signs: designation and office'),
    copyTo: z
      .array(line(1, COPY_MAXIMUM_LENGTH))
      .max(MOST_COPIES, { error: 'field.invalid' })
      .default([])
      .describe('Offices that receive a copy'),
    accept: z
      .boolean()
      .default(false)
      .describe('Also names members whom no office has scrutinised, if the season asks for it'),
    language: z.enum(paperLanguages, { error: 'field.choice' }).describe('Language of the paper'),
  })
  .meta({ id: 'OrderDocument' });

export type OrderDocument = z.output<typeof orderDocumentSchema>;

export const orderDocumentQuerySchema = z.strictObject({
  preview: trueOrFalseSchema
    .optional()
    .describe('True to record nothing, and only print the order without codes'),
});
