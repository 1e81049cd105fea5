import { useState } from 'react';
import { focusFirst } from '../form/form-values.ts';
import { useDistrictOptions } from '../places/places.queries.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import page from '../ui/page.module.css';
import { useChoiceOptions } from './filters.tsx';
import classes from './question-form.module.css';
import { emptyFields } from './visitor-answer.tsx';

interface QuestionFormProps {
  /** Values of the fields by their names in the URL of `/`. */
  asked: URLSearchParams;
  /** The answer, or another action, is the main one of the screen. */
  isAnswered: boolean;
  isBusy: boolean;
  onAsk: (form: FormData) => void;
}

/**
 * Visitor's question: "I work in …, I want to go to …, I teach …". Without JavaScript, and before hydration, the form opens `/` with the
 * question in the URL.
 */
export function QuestionForm({ asked, isAnswered, isBusy, onAsk }: QuestionFormProps) {
  const { t } = useTranslation();
  // A form that was sent empty without JavaScript has the empty fields in the URL.
  const [missing, setMissing] = useState(() => emptyFields(asked));
  return (
    <form
      action={paths.home}
      aria-label={t('home.question')}
      className={`${page.filters} ${classes.form}`}
      method="get"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const found = emptyFields(form);
        setMissing(found);
        focusFirst(event.currentTarget, Object.fromEntries(found.map((name) => [name, name])));
        if (found.length === 0) onAsk(form);
      }}
    >
      <Fields
        asked={asked}
        missing={missing}
        onChange={(name) => setMissing((names) => names.filter((other) => other !== name))}
      />
      <Button className={page.whole} isBusy={isBusy} kind={isAnswered ? 'soft' : 'main'} type="submit">
        {t('home.ask')}
      </Button>
    </form>
  );
}

interface FieldsProps {
  asked: URLSearchParams;
  /** Names of the fields that were sent empty. */
  missing: readonly string[];
  onChange: (name: string) => void;
}

function Fields({ asked, missing, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const say = useMessages();
  const optionsOf = useChoiceOptions();
  const districts = useDistrictOptions();
  const fields = [
    { name: 'mine', label: t('home.work'), options: districts },
    { name: 'wish', label: t('home.go'), options: districts },
    { name: 'teach', label: t('home.teach'), options: optionsOf('subject') },
    { name: 'level', label: t('person.classLevel'), options: optionsOf('classRange') },
  ];
  return fields.map(({ name, label, options }) => (
    <SelectField
      defaultValue={asked.get(name) ?? ''}
      error={missing.includes(name) ? say('field.required') : undefined}
      key={name}
      label={label}
      name={name}
      onChange={() => onChange(name)}
      options={[{ value: '', label: t('common.choose') }, ...options]}
      required
    />
  ));
}
