import { type MouseEvent, useState } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import chip from '../ui/chip.module.css';
import page from '../ui/page.module.css';
import failure from '../ui/states/states.module.css';
import { type Field, focusField, labelsOf } from './form-elements.ts';
import type { FieldErrors } from './form-values.ts';

const WORTH_A_LIST = 2;

/** Links to the invalid fields, in page order, shown above the submit button if there are at least two. */
export function ErrorSummary({ errors }: { errors: FieldErrors }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const fields = labelsOf(element?.closest('form') ?? null, errors);
  return (
    <div hidden={fields.length < WORTH_A_LIST} ref={setElement}>
      {fields.length >= WORTH_A_LIST && (
        <div className={`${page.tight} ${failure.failure}`}>
          <strong>
            {t('form.summary', { count: fields.length, formatted: formats.number(fields.length) })}
          </strong>
          <ul className={`${page.chips} ${page.soft}`}>
            {fields.map(({ input, label }) => (
              <li key={input.id}>
                <a className={chip.chip} href={`#${input.id}`} onClick={focusing(input)}>
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

/** Returns a handler that focuses the field without a change of the URL. */
function focusing(input: Field) {
  return (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    focusField(input);
  };
}
