import {
  LONGEST_PROPOSAL_HOURS,
  PROPOSAL_HOURS,
  ROUND_DAYS,
  SMALLEST_GROUP,
} from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Round, RoundList } from '@mutual-transfer/domain/agreements/round';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmAction } from '../form/dialogs.tsx';
import { Form, SubmitRow } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import { CheckList, CollapsibleCheckboxes } from '../ui/fields/check-list.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import page from '../ui/page.module.css';
import { roundScopeQuery } from './admin.queries.ts';
import { groupSizes, useGroupSizeText } from './group-sizes.ts';
import { usePlaceAndSubjectOptions } from './people-filters.ts';

/** Returns a formatter of the name of a round, which has either its number in the timetable or the words “started in between”. */
export function useRoundName() {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ number, createdAt }: Pick<Round, 'number' | 'createdAt'>) => {
    const date = formats.date(createdAt);
    return number === null
      ? t('rounds.of', { date })
      : t('rounds.numbered', { date, number: formats.number(number) });
  };
}

export function useRoundFacts() {
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useNames();
  const size = useGroupSizeText();
  const hours = (count: number) => formats.duration(count * 60, ['hour']);
  const days = (count: number) => formats.duration(count * 24 * 60, ['day']);
  const all = (round: {
    maxRing: number;
    hours: number;
    /** 0 for less than half a day, which is not stated. */
    days: number;
    /** `null` for all subjects. */
    subjects: readonly string[] | null;
    /** `null` for all districts. */
    districts: readonly string[] | null;
  }) =>
    [
      ...(round.districts === null ? [] : [formats.list(round.districts.map(names.district))]),
      round.subjects === null
        ? t('browse.filter.subject.any')
        : formats.list(round.subjects.map(names.subject)),
      size(round.maxRing),
      t('rounds.timeToAnswer', { time: hours(round.hours) }),
      ...(round.days === 0 ? [] : [t('rounds.lasts', { time: days(round.days) })]),
    ].join(' · ');
  return { size, hours, days, all };
}

const hoursOffered = [24, 48, PROPOSAL_HOURS, 120, 168, LONGEST_PROPOSAL_HOURS];
const daysOffered = [3, 7, ROUND_DAYS, 21, 30, 60];

type StartValues = Readonly<Record<'maxRing' | 'hours' | 'days', string>>;

interface NewRound {
  maxRing: number;
  hours: number;
  days: number;
  /** Omitted for all subjects. */
  subjects?: readonly string[];
  /** Omitted for all districts. */
  districts?: readonly string[];
}

interface StartRoundProps {
  userId: string;
  /** Teachers whom a round of all districts and subjects would include. */
  expected: RoundList['expected'];
  onStarted: () => void;
}

/** Shows the teachers that a round of the chosen districts and subjects would ask and cover, and starts it after a confirmation. */
export function StartRound({ userId, expected, onStarted }: StartRoundProps) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const [asked, setAsked] = useState<NewRound>();
  const [chosenDistricts, setDistricts] = useState<readonly string[]>([]);
  const [chosenSubjects, setSubjects] = useState<readonly string[]>([]);
  // A subject that has no ready request any more has no checkbox.
  const offered = expected.bySubject.map(({ subject }) => subject);
  const subjects = chosenSubjects.filter((subject) => offered.includes(subject));
  const roundOf = (values: StartValues) => newRoundOf(values, chosenDistricts, subjects);
  const form = useForm({
    initial: {
      maxRing: String(expected.largestGroup),
      hours: String(PROPOSAL_HOURS),
      days: String(ROUND_DAYS),
    },
    // The selects offer only values that the API accepts.
    check: () => ({}),
    send: async (values) => values,
    onDone: (values) => setAsked(roundOf(values)),
  });
  const scope = useQuery(roundScopeQuery(userId, roundOf(form.values))).data ?? expected;
  const { districts } = usePlaceAndSubjectOptions();
  return (
    <div className={card.card}>
      <Form form={form}>
        <h3>{t('rounds.new')}</h3>
        <p role="status">
          {t('rounds.expected', { count: scope.ready, formatted: formats.number(scope.ready) })}{' '}
          {scope.silenceAgrees
            ? t('rounds.expectedNobody')
            : t('rounds.expectedAsked', { count: scope.asked, formatted: formats.number(scope.asked) })}
        </p>
        <CollapsibleCheckboxes hint={t('rounds.districtsHint')} title={t('rounds.someDistricts')}>
          <CheckList chosen={chosenDistricts} onChange={setDistricts} options={districts} />
        </CollapsibleCheckboxes>
        <CollapsibleCheckboxes hint={t('rounds.subjectsHint')} title={t('rounds.someSubjects')}>
          <CheckList
            chosen={chosenSubjects}
            onChange={setSubjects}
            options={expected.bySubject.map(({ subject, ready }) => ({
              value: subject,
              label: t('rounds.subjectReady', {
                subject: names.subject(subject),
                number: formats.number(ready),
              }),
            }))}
          />
        </CollapsibleCheckboxes>
        <RoundTerms form={form} largestGroup={expected.largestGroup} />
        {scope.ready < SMALLEST_GROUP && (
          <p className={page.soft}>{t('rounds.tooFew', { number: formats.number(SMALLEST_GROUP) })}</p>
        )}
        <SubmitRow
          failed={t('admin.failed')}
          form={form}
          isClosed={scope.ready < SMALLEST_GROUP}
          texts={{ submit: t('rounds.start') }}
        />
      </Form>
      {asked && (
        <ConfirmStart asked={asked} onClose={() => setAsked(undefined)} onStarted={onStarted} scope={scope} />
      )}
    </div>
  );
}

interface RoundTermsProps {
  form: Pick<ReturnType<typeof useForm<StartValues, StartValues>>, 'text'>;
  largestGroup: number;
}

/** Choices of the largest group, the time to answer a proposal, and the days of the round. */
function RoundTerms({ form, largestGroup }: RoundTermsProps) {
  const { t } = useTranslation();
  const facts = useRoundFacts();
  const option = (value: number, label: string) => ({ value: String(value), label });
  return (
    <div className={page.columns}>
      <SelectField
        label={t('plan.maxRing')}
        options={groupSizes(largestGroup).map((size) => option(size, facts.size(size)))}
        {...form.text('maxRing')}
      />
      <SelectField
        label={t('rounds.hoursToAnswer')}
        options={hoursOffered.map((hours) => option(hours, facts.hours(hours)))}
        {...form.text('hours')}
      />
      <SelectField
        label={t('rounds.runsFor')}
        options={daysOffered.map((days) => option(days, facts.days(days)))}
        {...form.text('days')}
      />
    </div>
  );
}

interface ConfirmStartProps extends Pick<StartRoundProps, 'onStarted'> {
  asked: NewRound;
  scope: StartRoundProps['expected'];
  onClose: () => void;
}

/** Confirms starting a round and explains what it does. */
function ConfirmStart({ asked, scope: { ready, silenceAgrees }, onClose, onStarted }: ConfirmStartProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const facts = useRoundFacts();
  return (
    <ConfirmAction
      act={() => callApi('/admin/rounds', { method: 'POST', body: asked })}
      isHarmless
      onClose={onClose}
      onDone={() => {
        onClose();
        onStarted();
        return client.invalidateQueries({ queryKey: ['rounds'] });
      }}
      text={t(silenceAgrees ? 'rounds.startTextSilent' : 'rounds.startText', {
        number: formats.number(ready),
      })}
      texts={{ confirm: t('rounds.start'), cancel: t('common.cancel'), failed: t('admin.failed') }}
      title={t('rounds.start')}
    >
      <p>{facts.all({ ...asked, subjects: asked.subjects ?? null, districts: asked.districts ?? null })}</p>
    </ConfirmAction>
  );
}

function newRoundOf(
  { maxRing, hours, days }: StartValues,
  districts: readonly string[],
  subjects: readonly string[],
): NewRound {
  return {
    maxRing: Number(maxRing),
    hours: Number(hours),
    days: Number(days),
    ...(subjects.length > 0 && { subjects }),
    ...(districts.length > 0 && { districts }),
  };
}
