import { z } from 'zod';
import { printedLetters } from '../language/typed-values.ts';
import { givenPasswordSchema, LONGEST_TYPED } from './credentials.ts';
import { proofField } from './security-check.ts';

/** Six digits of an authenticator app, or a recovery code. Only letters and digits count. */
const factorCodeSchema = z
  .string({ error: 'field.required' })
  .overwrite((text) => printedLetters(text.slice(0, LONGEST_TYPED)))
  .min(1, { error: 'field.required' })
  .regex(/^(\d{6}|[0-9A-Z]{10})$/, { error: 'factor.wrong' });

/** `POST /auth/factor`: completes a sign-in. */
export const factorSignInSchema = z
  .strictObject({
    factorToken: z.string().max(2_000, { error: 'field.invalid' }),
    code: factorCodeSchema,
    ...proofField,
  })
  .meta({ id: 'FactorSignIn' });

export type FactorSignIn = z.output<typeof factorSignInSchema>;

/**
 * `POST /auth/factors`: the password makes a new secret, with a code of the present second factor if there is one; a code of the new secret
 * alone turns it on.
 */
export const factorSetUpSchema = z
  .strictObject({ password: givenPasswordSchema, code: factorCodeSchema })
  .partial()
  .refine(({ password, code }) => password !== undefined || code !== undefined, {
    error: 'field.required',
    path: ['password'],
  })
  .meta({ id: 'FactorSetUp' });

/** Response to the password: what an authenticator app needs. */
const factorSecretSchema = z.strictObject({
  secret: z.string().describe('Base32'),
  uri: z.string().describe('`otpauth://` address'),
  qrCode: z.string().describe('The address as an SVG image'),
});

/** Response to the code: each recovery code signs in once instead of the app. They are shown only here. */
const factorOnSchema = z.strictObject({ recoveryCodes: z.array(z.string()) });

export const factorSetUpAnswerSchema = z
  .union([factorSecretSchema, factorOnSchema])
  .meta({ id: 'FactorSetUpAnswer' });

export type FactorSecret = z.infer<typeof factorSecretSchema>;
export type FactorOn = z.infer<typeof factorOnSchema>;

export type FactorSetUp = z.output<typeof factorSetUpSchema>;

/** `DELETE /auth/factors`. */
export const factorRemovalSchema = z
  .strictObject({ password: givenPasswordSchema, code: factorCodeSchema })
  .meta({ id: 'FactorRemoval' });

export type FactorRemoval = z.output<typeof factorRemovalSchema>;
