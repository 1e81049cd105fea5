import type { Session } from '@mutual-transfer/domain/accounts/user';
import { MAXIMUM_ACTIVE_REQUESTS } from '@mutual-transfer/domain/constants';
import type { CreatedRequest } from '@mutual-transfer/domain/matching/match';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import {
  DEFAULT_CONTACT,
  nothingHidden,
  privacyKeys,
} from '@mutual-transfer/domain/requests/transfer-request-words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Form, ReviewOffer, SubmitRow } from '../form/form.tsx';
import { checkLazily, useForm } from '../form/use-form.ts';
import { PlaceFields } from '../places/place-fields.tsx';
import { callApi } from '../platform/client.ts';
import { useMessages, useReading, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/fields/check-field.tsx';
import page from '../ui/page.module.css';
import { isOpen } from './privacy-editor.tsx';
import { PlaceProspects, RequestFields, type RequestValues } from './request-fields.tsx';
import { myRequestsQuery, showPosted } from './requests.queries.ts';

/** Indexes of the additional places in the form. A teacher may have five active requests. */
const placeNumbers = [0, 1, 2, 3] as const;

type PlaceNumber = (typeof placeNumbers)[number];

type PlacePart = 'desiredDistrict' | 'desiredBlock';

/** Name of a field of a place, equal to the API's, so that the API's errors appear at the field. */
type PlaceField<Part extends PlacePart = PlacePart> = `alsoAcceptable.${PlaceNumber}.${Part}`;

function placeField<Part extends PlacePart>(number: PlaceNumber, part: Part): PlaceField<Part> {
  return `alsoAcceptable.${number}.${part}`;
}

/** Form values of these places: their number, and the fields of each. */
type PlaceValues = Readonly<Record<PlaceField | 'places', string>>;

export const noPlaces: PlaceValues = {
  places: '0',
  ...fields(placeNumbers.map(() => ({ desiredDistrict: '', desiredBlock: '' }))),
};

/** Returns the added places as the API accepts them. */
export function placesOf(values: PlaceValues): Place[] {
  return placeNumbers.slice(0, Number(values.places)).map((number) => ({
    desiredDistrict: values[placeField(number, 'desiredDistrict')],
    desiredBlock: values[placeField(number, 'desiredBlock')],
  }));
}

/** Returns the changes that remove a place. Later places move up. */
export function removePlace(values: PlaceValues, removed: PlaceNumber): PlaceValues {
  const remaining = placesOf(values).filter((_place, number) => number !== removed);
  return { ...noPlaces, ...fields(remaining), places: String(remaining.length) };
}

type Place = Readonly<Record<PlacePart, string>>;

function fields(places: readonly Place[]): Record<PlaceField, string> {
  return Object.fromEntries(
    places.flatMap(({ desiredDistrict, desiredBlock }, index) => [
      [`alsoAcceptable.${index}.desiredDistrict`, desiredDistrict],
      [`alsoAcceptable.${index}.desiredBlock`, desiredBlock],
    ]),
    // `Object.fromEntries` types its keys as any string; four places have exactly these fields.
  ) as Record<PlaceField, string>;
}

const loadChecks = () => import('./request-checks.ts');

export interface RequestFormProps {
  session: Session;
  own: readonly TransferRequest[];
  /** Called with the posted requests. The form stays busy until the promise resolves. */
  onPosted: (requests: readonly TransferRequest[]) => unknown;
}

/**
 * Returns the form of new requests: prefilled from the teacher's account, without a place that they already ask for, and stored as a draft.
 */
function useRequestForm({ session: { user }, own, onPosted }: RequestFormProps) {
  const messages = useMessages();
  const { language } = useReading();
  const client = useQueryClient();
  const [parameters] = useSearchParams();
  const wish = wishOf(parameters);
  return useForm({
    initial: {
      ...registeredWish(user, own),
      subject: user.subject ?? '',
      classRange: user.classRange ?? '',
      reason: '',
      additionalInfo: '',
      urgency: 'medium',
      contactPreference: user.contactPreference ?? DEFAULT_CONTACT,
      ...noPlaces,
      ...nothingHidden,
      sendForReview: false,
      ...wish,
    },
    check: (values) =>
      checkLazily(loadChecks, ({ requestErrors }) => requestErrors(requestBody(values), messages)),
    send: (values) => callApi<CreatedRequest>('/requests', { method: 'POST', body: requestBody(values) }),
    onDone: async ({ data }) => {
      await showPosted(client, { userId: user._id, language }, data);
      return onPosted([data.request, ...data.alsoPosted]);
    },
    draft: {
      form: 'transfer-request',
      without: ['sendForReview', ...(wish ? (['desiredDistrict', 'desiredBlock'] as const) : [])],
    },
  });
}

/** Returns the place wished for at registration, or no place if an open request asks for it. */
function registeredWish(user: Session['user'], own: readonly TransferRequest[]): Place {
  const desiredDistrict = user.desiredDistrict ?? '';
  const desiredBlock = user.desiredBlock ?? '';
  const isAsked = own.some(
    (request) =>
      (isOpen(request.status) || request.status === 'held') &&
      request.desiredDistrict === desiredDistrict &&
      request.desiredBlock === desiredBlock,
  );
  return isAsked ? { desiredDistrict: '', desiredBlock: '' } : { desiredDistrict, desiredBlock };
}

/** Returns the desired place in the URL, set for example by links of advice. */
function wishOf(parameters: URLSearchParams): { desiredDistrict: string; desiredBlock: string } | undefined {
  const district = parameters.get('district');
  if (district === null) return undefined;
  return { desiredDistrict: district, desiredBlock: parameters.get('block') ?? '' };
}

type PostedValues = RequestValues & PlaceValues & typeof nothingHidden & { sendForReview: boolean };

function requestBody(values: PostedValues) {
  const { hideName, hidePhone, hideEmail, hideSchoolName, places: _places, ...others } = values;
  const stated = Object.entries(others).filter(([name]) => !name.startsWith('alsoAcceptable.'));
  return {
    ...Object.fromEntries(stated),
    privacySettings: { hideName, hidePhone, hideEmail, hideSchoolName },
    alsoAcceptable: placesOf(values),
  };
}

const SECOND = 2;

type PostingForm = ReturnType<typeof useRequestForm>;

/** Fields for further acceptable places. Each becomes a request, up to the maximum of active ones. */
function AlsoAcceptable({ form, session }: { form: PostingForm; session: Session }) {
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
  form: PostingForm;
  number: PlaceNumber;
  session: Session;
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

/** Form of a new request: desired place and further places; teaching, reason and urgency; privacy. */
export function RequestForm(props: RequestFormProps) {
  const { t } = useTranslation();
  const { session } = props;
  const form = useRequestForm(props);
  return (
    <Form className={page.panel} form={form}>
      <RequestFields form={form} user={session.user}>
        <AlsoAcceptable form={form} session={session} />
      </RequestFields>
      <fieldset className={page.well}>
        <legend>{t('navigation.privacy')}</legend>
        <p className={page.soft}>{t('request.privacyHint')}</p>
        {privacyKeys.map((key) => (
          <CheckField key={key} label={t(`hide.${key}`)} {...form.toggle(key)} />
        ))}
      </fieldset>
      <ReviewOffer form={form} />
      <SubmitRow
        failed={t('request.failed')}
        form={form}
        isLarge
        texts={{ submit: t('request.submit'), busy: t('request.submitting') }}
      />
    </Form>
  );
}
