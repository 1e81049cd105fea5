import { posting } from '@mutual-transfer/domain/accounts/user';
import type { Messages } from '@mutual-transfer/domain/language/messages';
import { newTransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import type { FieldErrors } from '../form/form-values.ts';
import { schemaErrors } from '../form/schema-errors.ts';

export function postingErrors(body: object, messages: Messages): FieldErrors {
  return schemaErrors(posting, body, messages);
}

export function requestErrors(body: object, messages: Messages): FieldErrors {
  return schemaErrors(newTransferRequest, body, messages);
}
