import { z } from 'zod';
import { errorCodes } from './error-codes.ts';
import { recordKeys } from './record-names.ts';

/** Body of every response that is not a success. */
export const problemSchema = z
  .strictObject({
    message: z.string().describe('Human-readable sentence'),
    code: z.enum(recordKeys(errorCodes)),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional().describe('Field → sentence'),
    translations: z
      .record(
        z.string(),
        z.strictObject({ message: z.string(), fields: z.record(z.string(), z.string()).optional() }),
      )
      .optional()
      .describe('The same sentences in each further language that `Accept-Language` names'),
    factorToken: z
      .string()
      .optional()
      .describe('With `second_factor_needed`: proof of the right password for `POST /auth/factor`'),
    current: z
      .unknown()
      .optional()
      .describe('With `changed_meanwhile`: the current state, as `GET` returns it'),
  })
  .meta({ id: 'Problem' });

export type Problem = z.infer<typeof problemSchema>;
