import type { Session } from '@mutual-transfer/domain/accounts/user';
import { MAXIMUM_ACTIVE_REQUESTS } from '@mutual-transfer/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { PlaceFields } from '../../places/place-fields.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { myRequestsQuery } from '../requests.queries.ts';
import { type PlaceNumber, placeField, placeNumbers, removePlace } from './acceptable-places.ts';
import { PlaceProspects } from './place-prospects.tsx';
import type { useRequestForm } from './use-request-form.ts';

const SECOND = 2;

type PostingForm = ReturnType<typeof useRequestForm>;

/** Fields for further acceptable places. Each becomes a request, up to the maximum of active ones. */
export function AlsoAcceptable({ form, session }: { form: PostingForm; session: Session }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data: own = [] } = useQuery(myRequestsQuery(session.user._id));
  const active = own.filter(({ status }) => status === 'active' || status === 'held').length;
  const room = MAXIMUM_ACTIVE_REQUESTS - active - 1;
  const most = formats.number(MAXIMUM_ACTIVE_REQUESTS);
  const chosen = Number(form.values.places);
  if (room < 0) return <p className={page.note}>{t('request.full', { most })}</p>;
  return (
    <fieldset className={page.well}>
      <legend>{t('request.also')}</legend>
      <p className={page.soft}>{t('request.alsoHint', { most })}</p>
      {placeNumbers.slice(0, chosen).map((number) => (
        <AcceptablePlace form={form} key={number} number={number} session={session} />
      ))}
      {chosen < room && (
        <Button className={page.start} onClick={() => form.change({ places: String(chosen + 1) })}>
          {t('request.addPlace')}
        </Button>
      )}
    </fieldset>
  );
}

interface AcceptablePlaceProps {
  readonly form: PostingForm;
  readonly number: PlaceNumber;
  readonly session: Session;
}

function AcceptablePlace({ form, number, session }: AcceptablePlaceProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  // Numbers start at 2, because the desired place above is number 1.
  const of = { number: formats.number(number + SECOND) };
  const { subject, classRange } = form.values;
  const district = placeField(number, 'desiredDistrict');
  return (
    <>
      <div className={page.columns}>
        <PlaceFields
          block={placeField(number, 'desiredBlock')}
          district={district}
          form={form}
          includeAny
          labels={{ district: t('request.alsoDistrict', of), block: t('request.alsoBlock', of) }}
        />
      </div>
      <div className={page.row}>
        <PlaceProspects
          question={{ desiredDistrict: form.values[district], subject, classRange }}
          user={session.user}
        />
        <Button kind="quiet" onClick={() => form.change(removePlace(form.values, number))}>
          {t('request.removePlace', of)}
        </Button>
      </div>
    </>
  );
}
