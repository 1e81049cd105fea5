import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import { dayInIndia, startInIndia } from '@mutual-transfer/domain/language/date-time';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { useOwnDistricts } from './people-filters.ts';

interface NamedMember {
  /** `null` once the account is erased. */
  teacher: { name: string } | null;
}

/** Returns a formatter of the name of a member of an agreement. */
export function useMemberName(): (member: NamedMember | undefined) => string {
  const { t } = useTranslation();
  return (member) => member?.teacher?.name ?? t('agreements.gone');
}

/**
 * Returns a formatter of an agreement's times. For district administrators the API truncates times that depend on members of other districts
 * to the start of the day; the formatter shows only the date of these.
 */
export function useMomentText(): (moment: string) => string {
  const formats = useFormats();
  const isOfDistricts = useOwnDistricts().length > 0;
  return (moment) =>
    isOfDistricts && isStartOfDay(moment) ? formats.date(moment) : formats.dateTime(moment);
}

function isStartOfDay(moment: string): boolean {
  const date = new Date(moment);
  return startInIndia(dayInIndia(date)).getTime() === date.getTime();
}

type Member = AgreementFile['members'][number];
type Happening = AgreementFile['history'][number];

/** Returns a formatter of what an agreement under way waits for; null for other agreements. */
export function useOpenText(): (agreement: AgreementFile) => string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOf = useMemberName();
  const namesOf = (members: readonly Member[]) => formats.list(members.map(nameOf));
  return ({ state, members, orders }) => {
    if (state === 'agreed') return t('admin.agreements.openGroup');
    const silent = members.filter(isUnanswered);
    // All may have agreed while a text of one of the requests is reviewed.
    if (state === 'proposed')
      return silent.length === 0 ? null : t('admin.agreements.openAnswers', { names: namesOf(silent) });
    const absent = members.filter(hasNotJoined);
    if (state !== 'in_progress' || absent.length === 0) return null;
    const open = [
      ['openOrders', absent.filter((member) => !isOrdered(member, orders))],
      ['openRelievings', members.filter((member) => isOrdered(member, orders) && isToBeRelieved(member))],
      ['openJoinings', absent.filter((member) => isOrdered(member, orders))],
    ] as const;
    const waiting = open.filter(([, of]) => of.length > 0);
    return waiting.map(([what, of]) => t(`admin.agreements.${what}`, { names: namesOf(of) })).join('; ');
  };
}

function isUnanswered({ answer }: Member): boolean {
  return answer === 'open';
}

function isOrdered({ seat, steps }: Member, orders: AgreementFile['orders']): boolean {
  const isNamed = orders.some(({ seats, withdrawnAt }) => withdrawnAt === null && seats.includes(seat));
  return isNamed || steps.some(({ step }) => step === 'ordered');
}

/** Returns false for a member elsewhere, unless they join in the administrator's districts: the administrator does not see their steps. */
function hasNotJoined({ steps, teacher, canRecord }: Member): boolean {
  return (
    (teacher?.isElsewhere !== true || canRecord.includes('joined')) &&
    !steps.some(({ step }) => step === 'joined')
  );
}

function isToBeRelieved({ steps, canRecord }: Member): boolean {
  return canRecord.includes('relieved') && !steps.some(({ step }) => step === 'relieved');
}

/** Returns a formatter of the events in an agreement's history. */
export function useHistoryText() {
  const { t } = useTranslation();
  return ({ kind, concerns, administrator }: Pick<Happening, 'kind' | 'concerns' | 'administrator'>) => {
    if (kind === 'submitted' && administrator !== null) return t('admin.agreements.submittedByRecord');
    const text = t(`admin.agreements.happened.${kind}`);
    return concerns === null ? text : `${text}: ${t(`agreements.did.${concerns}`)}`;
  };
}

/** Returns true if the administrator scrutinises the member, who has not passed yet. */
export function waitsForScrutiny({
  canScrutinise,
  scrutinisedAt,
}: Pick<AgreementFile['members'][number], 'canScrutinise' | 'scrutinisedAt'>): boolean {
  return canScrutinise && scrutinisedAt === null;
}
