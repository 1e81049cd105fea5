import { type MouseEvent, useState } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import chip from '../ui/chip.module.css';
import page from '../ui/page.module.css';
import failure from '../ui/states/failure.module.css';
import { labelsOf } from './form-elements.ts';
import type { FieldErrors } from './form-values.ts';

const WORTH_A_LIST = 2;

/** Links to the invalid fields, in page order, shown above the submit button if there are at least two. */
export function ErrorSummary({ errors }: { errors: FieldErrors }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const fields = labelsOf(form, errors);
  return (
    <div hidden={fields.length < WORTH_A_LIST} ref={(element) => setForm(element?.closest('form') ?? null)}>
      {fields.length >= WORTH_A_LIST && (
        <div className={`${page.tight} ${failure.failure}`}>
          <strong>
            {t('form.summary', { count: fields.length, formatted: formats.number(fields.length) })}
          </strong>
          <ul className={`${page.chips} ${page.soft}`}>
            {fields.map(({ id, label }) => (
              <li key={id}>
                <a className={chip.chip} href={`#${id}`} onClick={focusField}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Focuses the field without a change of the URL. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
