import { fieldSentences, type Messages } from '@mutual-transfer/domain/language/messages';

import type { FieldErrors } from './form-values.ts';

/** Schema of `packages/domain`. */
interface Schema {
  safeParse(body: unknown): {
    error?: { issues: Parameters<typeof fieldSentences>[0] } | undefined;
  };
}

/** Returns the error messages of a body according to the API's own schema, by field. */
export function schemaErrors(schema: Schema, body: object, messages: Messages): FieldErrors {
  const { error } = schema.safeParse(body);
  return error === undefined ? {} : fieldSentences(error.issues, messages);
}
