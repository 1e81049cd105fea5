import type { Prospects } from '@mutual-transfer/domain/matching/prospects';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useDistrictOptions } from '../../places/use-district-options.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { paths } from '../../platform/paths.ts';
import { prospectsQuery } from '../../requests/requests.queries.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import page from '../../ui/page.module.css';
import { useChoiceOptions } from '../filters/use-filter-words.ts';
import { VisitorAnswer } from './visitor-answer.tsx';
import classes from './visitor-head.module.css';
import { questionOf, withQuestion } from './visitor-search.ts';

/**
 * Question answered in place: "I work in …, I want to go to …, I teach …". The URL stores it, so without JavaScript, and before
 * hydration, the form submits itself and the server answers.
 */
export function VisitorQuestion({ first }: { first: Prospects | undefined }) {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
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
        onSubmit={(event) => {
          event.preventDefault();
          const asked = new FormData(event.currentTarget);
          setParameters((current) => withQuestion(current, asked), { preventScrollReset: true });
        }}
      >
        <Fields parameters={parameters} />
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

function Fields({ parameters }: { parameters: URLSearchParams }) {
  const { t } = useTranslation();
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
      key={name}
      label={label}
      name={name}
      options={[{ value: '', label: t('common.choose') }, ...options]}
      required
    />
  ));
}
