import type { AlertKind } from '@mutual-transfer/domain/alert';
import type { Language } from '@mutual-transfer/domain/language';
import { sentence } from '@mutual-transfer/domain/messages/sentence';
import { blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { blockNamesInHindi, districtNamesInHindi } from '@mutual-transfer/domain/reference/places-hindi';
import { messagesIn } from '../messages-in.ts';

interface AlertRow {
  readonly kind: AlertKind;
  readonly message: string | null;
  readonly aboutBlock: string | null;
  readonly ring_length: number | null;
}

/** What an alert says: a teacher's own words, or what the product tells, in the reader's language. */
export function alertMessage(
  { kind, message, aboutBlock, ring_length }: AlertRow,
  language: Language,
): string {
  if (message !== null || aboutBlock === null) return message ?? '';
  const block = blockByCode(aboutBlock);
  const district = districtByCode(block.districtCode);
  const names =
    language === 'hi'
      ? { block: blockNamesInHindi[block.code], district: districtNamesInHindi[district.code] }
      : {};
  const key = kind === 'ring' ? 'alert.ring' : 'alert.perfectMatch';
  return sentence(messagesIn(language), key, {
    block: names.block ?? block.name,
    district: names.district ?? district.name,
    length: ring_length ?? 0,
  });
}
