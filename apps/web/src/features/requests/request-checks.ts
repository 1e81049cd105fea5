import type { Messages } from '@mutual-transfer/domain/messages/messages';
import { newTransferRequest } from '@mutual-transfer/domain/transfer-request';
import type { FieldErrors } from '../../form/form-values.ts';
import { schemaErrors } from '../../form/schema-errors.ts';

/** The sentences about what is wrong with a request, by field. */
export function requestErrors(body: object, messages: Messages): FieldErrors {
  return schemaErrors(newTransferRequest, body, messages);
}
