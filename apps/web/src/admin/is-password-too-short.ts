import { PASSWORD_MINIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { countCharacters } from '@mutual-transfer/domain/language/text';

/** Returns `true` if a password is shorter than the minimum length. */
export function isTooShort(password: string): boolean {
  return countCharacters(password) < PASSWORD_MINIMUM_LENGTH;
}
