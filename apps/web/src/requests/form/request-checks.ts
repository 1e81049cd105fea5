import type { Messages } from '@mutual-transfer/domain/language/messages/messages';
import { newTransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import type { FieldErrors } from '../../form/form-values.ts';
import { schemaErrors } from '../../form/schema-errors.ts';

export function requestErrors(body: object, messages: Messages): FieldErrors {
  return schemaErrors(newTransferRequest, body, messages);
}
