import type { Prospects } from '@mutual-transfer/domain/matching/prospects';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { focusFirst } from '../../form/form-elements.ts';
import { useDistrictOptions } from '../../places/use-district-options.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { paths } from '../../platform/paths.ts';
import { prospectsQuery } from '../../requests/requests.queries.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import page from '../../ui/page.module.css';
import { useChoiceOptions } from '../filters/use-filter-labels.ts';
import { VisitorAnswer } from './visitor-answer.tsx';
import classes from './visitor-head.module.css';
import { emptyFields, questionOf, withQuestion } from './visitor-search.ts';

/**
 * Question answered in place: "I work in …, I want to go to …, I teach …". The URL stores it, so without JavaScript, and before
 * hydration, the form submits itself and the server answers.
 */
export function VisitorQuestion({ first }: { first: Prospects | undefined }) {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  // A form that was sent empty without JavaScript has the empty fields in the URL.
  const [missing, setMissing] = useState(() => emptyFields(parameters));
  const question = questionOf(parameters);
  const search = String(new URLSearchParams(question));
  const query = useQuery({
    ...prospectsQuery(search),
    enabled: search !== '',
    initialData: first,
  });
  return (
    <div className={`${page.panel} ${classes.question}`}>
      <form
        action={paths.home}
        aria-label={t('home.question')}
        className={`${page.filters} ${classes.form}`}
        method="get"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const asked = new FormData(event.currentTarget);
          const found = emptyFields(asked);
          setMissing(found);
          focusFirst(event.currentTarget, Object.fromEntries(found.map((name) => [name, name])));
          if (found.length === 0)
            setParameters((current) => withQuestion(current, asked), { preventScrollReset: true });
        }}
      >
        <Fields
          missing={missing}
          onChange={(name) => setMissing((names) => names.filter((other) => other !== name))}
          parameters={parameters}
        />
        <Button
          className={page.whole}
          isBusy={query.isFetching}
          kind={query.data ? 'soft' : 'main'}
          type="submit"
        >
          {t('home.ask')}
        </Button>
      </form>
      {question && <VisitorAnswer query={query} question={question} />}
    </div>
  );
}

interface FieldsProps {
  readonly parameters: URLSearchParams;
  /** Names of the fields that were sent empty. */
  readonly missing: readonly string[];
  readonly onChange: (name: string) => void;
}

function Fields({ parameters, missing, onChange }: FieldsProps) {
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
      defaultValue={parameters.get(name) ?? ''}
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
