import { postingSchema } from '@mutual-transfer/domain/accounts/user';
import type { Messages } from '@mutual-transfer/domain/language/messages';
import { newTransferRequestSchema } from '@mutual-transfer/domain/requests/transfer-request';
import type { FieldErrors } from '../form/form-values.ts';
import { schemaErrors } from '../form/schema-errors.ts';

export function postingErrors(body: object, messages: Messages): FieldErrors {
  return schemaErrors(postingSchema, body, messages);
}

export function requestErrors(body: object, messages: Messages): FieldErrors {
  return schemaErrors(newTransferRequestSchema, body, messages);
}
