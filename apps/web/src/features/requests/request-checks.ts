import { fieldSentences } from '@mutual-transfer/domain/messages/field-sentences';
import type { Messages } from '@mutual-transfer/domain/messages/messages';
import { newTransferRequest } from '@mutual-transfer/domain/transfer-request';

/** The sentences about what is wrong with a request, by field. */
export function requestErrors(body: object, messages: Messages): Record<string, string> {
  const result = newTransferRequest.safeParse(body);
  return result.success ? {} : fieldSentences(result.error.issues, messages);
}
