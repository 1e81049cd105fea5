import {
  type ContactPreference,
  contactPreferences,
} from '@mutual-transfer/domain/requests/transfer-request-words';
import { useId } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import chip from '../ui/chip.module.css';
import page from '../ui/page.module.css';

interface ContactChoiceProps {
  value: ContactPreference;
  onChange: (chosen: ContactPreference) => void;
}

/** Asks once, with the first posting, how others may reach the teacher. */
export function ContactChoice({ value, onChange }: ContactChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className={page.tight}>
      <legend>{t('contact.ask')}</legend>
      <div className={page.chips}>
        {contactPreferences.map((preference) => (
          <label className={chip.chip} key={preference}>
            <input
              checked={preference === value}
              className="visually-hidden"
              name={name}
              onChange={() => onChange(preference)}
              type="radio"
              value={preference}
            />
            {t(`contact.${preference}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
