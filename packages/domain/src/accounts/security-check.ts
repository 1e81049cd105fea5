import { z } from 'zod';
import { typedNumber } from '../language/typed-values.ts';
import { LONGEST_TYPED } from './credentials.ts';

/** Solved challenge of `GET /auth/proof` as base64 of JSON. Sent by callers that received `proof_needed`. */
export const proofField = {
  proof: z
    .string({ error: 'field.invalid' })
    .max(4_000, { error: 'field.invalid' })
    .optional()
    .describe('Solved challenge of `GET /auth/proof`, for callers that received `proof_needed`'),
};

/** Fields of every form that is protected by a security check. */
export const captchaFields = {
  captchaToken: z
    .string({ error: 'field.required' })
    .min(1, { error: 'field.required' })
    .max(100, { error: 'field.invalid' }),
  captchaAnswer: z
    .union([z.string(), z.int()], { error: 'field.required' })
    .transform((answer) => typedNumber(String(answer).slice(0, LONGEST_TYPED)))
    .pipe(z.string().min(1, { error: 'field.required' }).max(20)),
  ...proofField,
};

/** `GET /auth/captcha`. */
export const captchaQuerySchema = z.strictObject(proofField);

/** `POST /auth/proof`. */
export const browserProofSchema = z.strictObject({ proof: proofField.proof.unwrap() });

/** Proof-of-work challenge of ALTCHA, version 2. */
export const proofChallengeSchema = z
  .strictObject({ parameters: z.record(z.string(), z.unknown()), signature: z.string() })
  .meta({ id: 'ProofChallenge' });

/** Question of a security check. The answer stays on the server. */
export const captchaSchema = z
  .strictObject({ token: z.string(), question: z.string() })
  .meta({ id: 'Captcha' });

export type Captcha = z.infer<typeof captchaSchema>;
