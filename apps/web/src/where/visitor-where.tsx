import type { Demand } from '@mutual-transfer/domain/matching/demand';

import { useQuery } from '@tanstack/react-query';
import { useChoiceOptions } from '../browse/filters.tsx';
import { type AskedQuestion, questionOf, VisitorAnswer } from '../browse/visitor-answer.tsx';
import { CallFailure } from '../form/call-failure.tsx';
import { useDistrictOptions } from '../places/places.queries.ts';
import { hasFailed } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { prospectsQuery } from '../requests/requests.queries.ts';
import card from '../ui/card.module.css';
import { SelectField } from '../ui/fields/select-field.tsx';
import page from '../ui/page.module.css';
import { CardSkeletons } from '../ui/states.tsx';
import { ANSWER_ID, PlaceChoice, useWhereAddress } from './place-choice.tsx';
import { DemandSentence, type PlaceNumbers, placeNumbers } from './place-numbers.tsx';
import classes from './where.module.css';
import { demandQuery, type Taught } from './where.queries.ts';
import { WhereMap } from './where-map.tsx';
import { WhereTable } from './where-table.tsx';

const TEN = 10;

/** Returns how many of ten teachers who want to come to a place find a teacher there who wants to leave; `undefined` if nobody wants to come. */
export function placesForTen(
  place: Pick<PlaceNumbers, 'coming' | 'leaving'> | undefined,
): number | undefined {
  if (!place?.coming) return undefined;
  return Math.min(TEN, Math.round((place.leaving / place.coming) * TEN));
}

interface ReckoningProps {
  question: AskedQuestion;
  districts: ReadonlyMap<string, PlaceNumbers>;
}

/** How many of ten find a place to take over, and how it is counted. */
function Reckoning({ question, districts }: ReckoningProps) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const places = { mine: names.district(question.district), wish: names.district(question.desiredDistrict) };
  const share = placesForTen(districts.get(question.desiredDistrict));
  return (
    <>
      {share !== undefined && <p>{t('where.forTen', { ...places, number: formats.number(share) })}</p>}
      <p className={page.soft}>{t('where.reckoned', places)}</p>
    </>
  );
}

/** Most requested routes between districts. */
function Routes({ routes }: { routes: Demand['routes'] }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  return (
    <section aria-labelledby="where-routes" className={card.card}>
      <h2 id="where-routes">{t('where.routes')}</h2>
      {routes.length === 0 ? (
        <p>{t('where.noRoutes')}</p>
      ) : (
        <ol>
          {routes.map(({ from, to, teachers }) => (
            <li key={`${from} ${to}`}>
              {names.district(from)} → {names.district(to)}: {formats.number(teachers)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

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
  if (shown.data === undefined || all.data === undefined) return <CardSkeletons />;
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
  numbers: PlaceNumbers;
  districts: ReadonlyMap<string, PlaceNumbers>;
  question: AskedQuestion | undefined;
}

/** The likelihood once the visitor's place of work is selected, and numbers of teachers. */
function Chances({ numbers, districts, question }: ChancesProps) {
  const { t } = useTranslation();
  const search = question === undefined ? '' : String(new URLSearchParams(question));
  const query = useQuery({ ...prospectsQuery(search), enabled: question !== undefined });
  return (
    <section aria-label={t('home.question')} className={card.card}>
      <DemandSentence numbers={numbers} />
      {question === undefined ? (
        <p>{t('where.sayWhereYouWork')}</p>
      ) : (
        <>
          <VisitorAnswer query={query} question={question} />
          <Reckoning districts={districts} question={question} />
        </>
      )}
    </section>
  );
}
