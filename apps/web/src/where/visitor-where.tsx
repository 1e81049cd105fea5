import { useQuery } from '@tanstack/react-query';
import { useChoiceOptions } from '../browse/filters/use-filter-labels.ts';
import { VisitorAnswer } from '../browse/visitor/visitor-answer.tsx';
import { type AskedQuestion, questionOf } from '../browse/visitor/visitor-search.ts';
import { CallFailure } from '../form/call-failure.tsx';
import { useDistrictOptions } from '../places/use-district-options.ts';
import { hasFailed } from '../platform/api/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { prospectsQuery } from '../requests/requests.queries.ts';
import card from '../ui/card.module.css';
import { SelectField } from '../ui/fields/select-field.tsx';
import page from '../ui/page.module.css';
import { CardSkeletons } from '../ui/states/skeletons.tsx';
import { DemandSentence } from './demand-sentence.tsx';
import { Likelihood } from './likelihood.tsx';
import { PlaceChoice } from './place-choice.tsx';
import { type PlaceNumbers, placeNumbers } from './place-numbers.ts';
import type { Taught } from './subject-and-level.ts';
import { Routes } from './top-routes.tsx';
import { ANSWER_ID, useWhereAddress } from './use-where-address.ts';
import classes from './where.module.css';
import { demandQuery } from './where.queries.ts';
import { WhereMap } from './where-map.tsx';
import { WhereTable } from './where-table.tsx';

/** Map of what teachers of a subject and level want, and how likely a move between two districts is. */
export function VisitorWhere() {
  const { t } = useTranslation();
  const { parameters } = useWhereAddress();
  const [subject, classRange] = [parameters.get('teach') ?? '', parameters.get('level') ?? ''];
  const taught = subject === '' || classRange === '' ? undefined : { subject, classRange };
  return (
    <>
      <div className={`${page.filters} ${classes.question}`}>
        <Question />
        {taught && <DesiredPlace taught={taught} />}
      </div>
      <div className={page.stack} id={ANSWER_ID}>
        {taught ? <Answer taught={taught} /> : <p>{t('where.chooseFirst')}</p>}
      </div>
    </>
  );
}

function Question() {
  const { t } = useTranslation();
  const optionsOf = useChoiceOptions();
  const districts = useDistrictOptions();
  const { parameters, change } = useWhereAddress();
  const fields = [
    { name: 'teach', label: t('home.teach'), options: optionsOf('subject') },
    { name: 'level', label: t('person.classLevel'), options: optionsOf('classRange') },
    { name: 'mine', label: t('home.work'), options: districts },
  ] as const;
  return fields.map(({ name, label, options }) => (
    <SelectField
      key={name}
      label={label}
      onChange={(value) => change({ [name]: value })}
      options={[{ value: '', label: t('common.choose') }, ...options]}
      value={parameters.get(name) ?? ''}
    />
  ));
}

function DesiredPlace({ taught }: { taught: Taught }) {
  const { t } = useTranslation();
  const { district } = useWhereAddress();
  const { data } = useQuery({ ...demandQuery(taught, district), enabled: district !== '' });
  return <PlaceChoice label={t('home.go')} places={placeNumbers(data?.places ?? [])} />;
}

function Answer({ taught }: { taught: Taught }) {
  const { t } = useTranslation();
  const { parameters, district, block } = useWhereAddress();
  const shown = useQuery(demandQuery(taught, district));
  const all = useQuery(demandQuery(taught, ''));
  const failed = [shown, all].find(hasFailed);
  if (failed) return <CallFailure error={failed.error} onRetry={failed.refetch} text={t('where.failed')} />;
  if (shown.data === undefined || all.data === undefined)
    return <CardSkeletons label={t('common.loading')} />;
  const places = placeNumbers(shown.data.places);
  const districts = placeNumbers(all.data.places);
  const question = questionOf(parameters);
  const chosen = block === '' ? districts.get(district) : places.get(block);
  return (
    <>
      {chosen && <Chances districts={districts} numbers={chosen} question={question} />}
      <WhereMap isOwn={false} places={places} />
      <WhereTable isOwn={false} places={places} />
      {district === '' && <Routes routes={all.data.routes} />}
    </>
  );
}

interface ChancesProps {
  /** Numbers of the selected place. */
  readonly numbers: PlaceNumbers;
  readonly districts: ReadonlyMap<string, PlaceNumbers>;
  readonly question: AskedQuestion | undefined;
}

/** The likelihood once the visitor's place of work is selected, and numbers of teachers. */
function Chances({ numbers, districts, question }: ChancesProps) {
  const { t } = useTranslation();
  const search = question === undefined ? '' : String(new URLSearchParams(question));
  const query = useQuery({ ...prospectsQuery(search), enabled: question !== undefined });
  return (
    <section aria-label={t('home.question')} className={card.card}>
      {query.data && question && (
        <Likelihood districts={districts} prospects={query.data} question={question} />
      )}
      <DemandSentence numbers={numbers} />
      {question === undefined ? (
        <p>{t('where.sayWhereYouWork')}</p>
      ) : (
        <VisitorAnswer query={query} question={question} />
      )}
    </section>
  );
}
