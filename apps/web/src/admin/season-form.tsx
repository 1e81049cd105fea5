import {
  type AdminSeason,
  MOST_ROUNDS_OF_A_SEASON,
  type NewSeason,
  newSeasonSchema,
} from '@mutual-transfer/domain/seasons/season';
import { passedDates, type RoundDates, waysOfConsent } from '@mutual-transfer/domain/seasons/season-dates';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useConfirmation } from '../form/dialogs.tsx';
import { Form, SubmitRow } from '../form/form.tsx';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { callApi, callTagged, type Tagged } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { useUnsavedInput } from '../platform/unsaved-input.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { CheckField } from '../ui/fields/check-field.tsx';
import { ChoiceCards } from '../ui/fields/choice-cards.tsx';
import { TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import admin from './admin.module.css';
import { refreshSeasons } from './admin.queries.ts';
import { ChangeFailure } from './list/query-state.tsx';
import {
  nextRound,
  otherLanguages,
  roundFields,
  roundName,
  type SeasonValues,
  seasonOf,
  type TypedSeason,
  typedSeason,
} from './season-values.ts';

type DateKind = 'consentCloses' | 'listCloses' | 'proposalsSent' | 'answersUntil' | 'closed';

/** An end or a deadline that a change moves to an earlier time. `round` is the number of the round, from 1, for the dates of rounds. */
interface EarlierDate {
  kind: DateKind;
  round: number | null;
  from: string;
  to: string;
}

/** A round that a change removes. `from` is the time at which it would have begun. */
interface RemovedRound {
  kind: 'removed';
  round: number;
  from: string;
}

/** Part of the announced timetable that teachers lose by a change. */
type SeasonLoss = EarlierDate | RemovedRound;

type Season = Pick<NewSeason, 'consent' | 'listCloses' | 'rounds' | 'closed'>;
type KnownSeason = Season & Pick<AdminSeason, 'stoppedRounds'>;

/** Returns the ends and deadlines that a change of a season moves to an earlier time, and the rounds that it removes. */
export function lossesOf(before: KnownSeason, after: Season): SeasonLoss[] {
  const list = after.consent === 'before' ? 'consentCloses' : 'listCloses';
  return [
    ...earlier(list, before.listCloses, after.listCloses),
    ...before.rounds.flatMap((round, index) =>
      isStopped(before, index + 1) ? [] : lossesOfRound(round, after, index),
    ),
    ...earlier('closed', before.closed, after.closed),
  ];
}

/** Returns true for a stopped round, whose later dates do not take place. */
function isStopped({ stoppedRounds }: KnownSeason, number: number): boolean {
  return stoppedRounds.some(({ round }) => round === number);
}

function lossesOfRound(before: RoundDates, { consent, rounds }: Season, index: number): SeasonLoss[] {
  const round = index + 1;
  const after = rounds[index];
  if (after === undefined) return [{ kind: 'removed', round, from: before.askedFrom }];
  // With consent before the plan, teachers join until the list closes. Otherwise they join until the plan is made.
  const plan =
    consent === 'before' ? [] : earlier('proposalsSent', before.proposalsSent, after.proposalsSent, round);
  return [...plan, ...earlier('answersUntil', before.answersUntil, after.answersUntil, round)];
}

function earlier(kind: DateKind, from: string, to: string, round: number | null = null): EarlierDate[] {
  return Date.parse(to) < Date.parse(from) ? [{ kind, round, from, to }] : [];
}

interface ConfirmSeasonProps {
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms the announcement of a new season. */
function ConfirmNewSeason(props: ConfirmSeasonProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      isBusy={false}
      isHarmless
      text={t('admin.seasons.makeText')}
      texts={{ confirm: t('admin.seasons.make'), cancel: t('common.cancel') }}
      title={t('admin.seasons.makeTitle')}
      {...props}
    />
  );
}

/** Confirms a change of a season: says what teachers lose by it. */
function ConfirmLosses({ losses, ...props }: ConfirmSeasonProps & { losses: readonly SeasonLoss[] }) {
  const { t } = useTranslation();
  const textOf = useLossText();
  return (
    <ConfirmDialog
      isBusy={false}
      text={t('admin.seasons.lossText')}
      texts={{ confirm: t('admin.seasons.save'), cancel: t('common.cancel') }}
      title={t('admin.seasons.lossTitle')}
      {...props}
    >
      <ul>
        {losses.map((loss) => (
          <li key={`${loss.kind} ${loss.round}`}>{textOf(loss)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function useLossText() {
  const { t } = useTranslation();
  const formats = useFormats();
  return (loss: SeasonLoss) =>
    t(`admin.seasons.losses.${loss.kind}`, {
      number: loss.round === null ? '' : formats.number(loss.round),
      from: formats.dateTime(loss.from),
      to: loss.kind === 'removed' ? '' : formats.dateTime(loss.to),
    });
}

interface SeasonFormProps {
  /** Season to change, with the tag of its state. Omitted for a new season. */
  season?: Tagged<AdminSeason>;
  /** Initial content of the form. Default: the season. */
  typed?: TypedSeason;
  onDone: (season: Tagged<AdminSeason>) => void;
  /** Loads the current season after another administrator changed it. */
  onReload?: (typed: TypedSeason) => Promise<void>;
}

/**
 * Form of a season: name, order, timetable in the time of India, and when consent is asked for. A new season, and a change by which
 * teachers lose time or a round, are saved after a confirmation.
 */
export function SeasonForm({ season, typed, onDone, onReload }: SeasonFormProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  useUnsavedInput(typed !== undefined);
  const { form, errors, losses, count, setCount, addRound } = useSeasonForm({ season, typed, onDone });
  const { isAsked, submit, onClose, onConfirm } = useConfirmation(form, { errors });
  const past = usePast(season?.answer);
  const dateTime = (name: Parameters<typeof form.text>[0], label: string) => (
    <TextField
      description={past.dates.has(name) && t('admin.seasons.passed')}
      key={name}
      label={label}
      readOnly={past.dates.has(name)}
      required
      type="datetime-local"
      {...form.text(name)}
    />
  );
  return (
    <Form form={season === undefined || losses.length > 0 ? { ...form, submit } : form}>
      {season === undefined && <p className={page.soft}>{t('admin.seasons.suggested')}</p>}
      <div className={page.columns}>
        <TextField autoComplete="off" label={t('admin.seasons.name')} required {...form.text('name')} />
        {otherLanguages().map((language) => (
          <TextField
            autoComplete="off"
            description={t('admin.seasons.nameInHint')}
            key={language}
            label={t('admin.seasons.nameIn', { language: t(`admin.order.languages.${language}`) })}
            lang={language}
            {...form.text(`names.${language}`)}
          />
        ))}
        <TextField
          autoComplete="off"
          description={t('admin.seasons.orderHint')}
          label={t('admin.seasons.order')}
          required
          {...form.text('order')}
        />
        <ChoiceCards
          isDisabled={past.isOpen}
          label={t('admin.seasons.consent')}
          options={waysOfConsent.map((way) => ({
            value: way,
            label: t(`admin.seasons.ways.${way}`),
            text: t(`admin.seasons.wayTexts.${way}`),
          }))}
          {...form.text('consent')}
        />
        {past.isOpen && <p className={`${page.soft} ${page.whole}`}>{t('admin.seasons.begun')}</p>}
        <CheckField
          isDisabled={past.isOpen}
          label={t('admin.seasons.relieving')}
          {...form.toggle('relieving')}
        />
        <p className={page.soft}>{t('admin.seasons.relievingHint')}</p>
        <CheckField label={t('admin.seasons.scrutiny')} {...form.toggle('scrutiny')} />
        <p className={page.soft}>{t('admin.seasons.scrutinyHint')}</p>
        {form.values.consent === 'before' && (
          <TextField
            inputMode="numeric"
            label={t('admin.seasons.objectionDays')}
            required
            {...form.text('objectionDays')}
          />
        )}
        {dateTime('opens', t('admin.seasons.opens'))}
      </div>
      {Array.from({ length: count }, (_, round) => (
        // Rounds are identified by their numbers.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <fieldset className={`${page.filters} ${admin.moments}`} key={round}>
          <legend className={page.whole}>
            {t('admin.seasons.round', { number: formats.number(round + 1) })}
          </legend>
          {roundFields.map((field) => (
            <Fragment key={field}>
              {/* The list closes after teachers are first asked and before the first plan. */}
              {round === 0 &&
                field === 'proposalsSent' &&
                dateTime('listCloses', t('admin.seasons.listCloses'))}
              {dateTime(roundName(round, field), t(`admin.seasons.${field}`))}
            </Fragment>
          ))}
        </fieldset>
      ))}
      <div className={page.chips}>
        {count < MOST_ROUNDS_OF_A_SEASON && <Button onClick={addRound}>{t('admin.seasons.addRound')}</Button>}
        {count > 1 && !past.dates.has(roundName(count - 1, 'askedFrom')) && (
          <Button onClick={() => setCount(count - 1)}>{t('admin.seasons.removeRound')}</Button>
        )}
      </div>
      <div className={page.columns}>{dateTime('closed', t('admin.seasons.closed'))}</div>
      {isAsked && season === undefined && <ConfirmNewSeason onClose={onClose} onConfirm={onConfirm} />}
      {isAsked && season !== undefined && (
        <ConfirmLosses losses={losses} onClose={onClose} onConfirm={onConfirm} />
      )}
      <SubmitRow
        failed={(error) => (
          <ChangeFailure
            error={error}
            onReload={onReload && (() => onReload({ values: form.current(), count }))}
            reload={t('admin.seasons.reload')}
            text={t('admin.seasons.failed')}
          />
        )}
        form={form}
        texts={{
          submit: t(season === undefined ? 'admin.seasons.make' : 'admin.seasons.save'),
          busy: t('admin.working'),
        }}
      />
    </Form>
  );
}

/** Returns the read-only date fields, which had passed when the form mounted, and whether the season was open. */
function usePast(season: AdminSeason | undefined) {
  const [now] = useState(Date.now);
  const dates = new Set(season === undefined ? [] : passedDates(season, now));
  return { dates, isOpen: dates.has('opens') };
}

function useSeasonForm({ season: known, typed, onDone }: Omit<SeasonFormProps, 'onReload'>) {
  const season = known?.answer;
  const initial = typed ?? typedSeason(season);
  const messages = useMessages();
  const client = useQueryClient();
  const [count, setCount] = useState(initial.count);
  const bodyOf = (values: SeasonValues) => seasonOf(values, count, season);
  const check = (values: SeasonValues) => schemaErrors(newSeasonSchema, bodyOf(values), messages);
  const form = useForm({
    initial: initial.values,
    check,
    send: async (values): Promise<Tagged<AdminSeason>> => {
      const body = bodyOf(values);
      if (season !== undefined)
        return callTagged(`/admin/seasons/${season._id}`, { method: 'PATCH', body, tag: known?.tag });
      return { answer: await callApi('/admin/seasons', { method: 'POST', body }), tag: undefined };
    },
    onDone: async (saved) => {
      await refreshSeasons(client);
      onDone(saved);
    },
  });
  const addRound = () => {
    form.change(nextRound(form.current(), count));
    setCount(count + 1);
  };
  const losses = season === undefined ? [] : lossesOf(season, bodyOf(form.values));
  return { form, errors: () => check(form.current()), losses, count, setCount, addRound };
}
