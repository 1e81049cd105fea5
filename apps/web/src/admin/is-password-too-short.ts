import { PASSWORD_MINIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { countCharacters } from '@mutual-transfer/domain/language/text';

/** Whether a password has fewer characters than any password must have. */
export function isTooShort(password: string): boolean {
  return countCharacters(password) < PASSWORD_MINIMUM_LENGTH;
}
