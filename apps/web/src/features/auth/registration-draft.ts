import { readDraft } from '../../api/use-draft.ts';
import { emptyRegistration, type RegistrationValues } from './registration-values.ts';

const NAME = 'draft-registration';

/** Everything but what must not lie about in a browser. */
const { password: _password, confirmPassword: _confirmPassword, ...keptFields } = emptyRegistration;

/** Keeps what was typed in this tab, without the passwords, until the account is made. */
export function keepRegistration(values: RegistrationValues): void {
  const { password, confirmPassword, ...kept } = values;
  sessionStorage.setItem(NAME, JSON.stringify(kept));
}

/** What was typed before a reload or a lost connection. */
export function keptRegistration(): Partial<RegistrationValues> {
  return readDraft(NAME, keptFields);
}

export function forgetRegistration(): void {
  sessionStorage.removeItem(NAME);
}
