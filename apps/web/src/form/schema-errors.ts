import { fieldSentences } from '@mutual-transfer/domain/language/messages/field-sentences';
import type { Messages } from '@mutual-transfer/domain/language/messages/messages';
import type { FieldErrors } from './form-values.ts';

/** A schema of `packages/domain`. */
interface Schema {
  safeParse(body: unknown): {
    readonly error?: { readonly issues: Parameters<typeof fieldSentences>[0] } | undefined;
  };
}

/** The sentences about what is wrong with a body by the API's own schema, by field. */
export function schemaErrors(schema: Schema, body: object, messages: Messages): FieldErrors {
  const { error } = schema.safeParse(body);
  return error === undefined ? {} : fieldSentences(error.issues, messages);
}
