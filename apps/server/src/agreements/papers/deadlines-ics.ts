import { stepDeadlines } from '@mutual-transfer/domain/agreements/step-deadlines';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import ical, { ICalCalendarMethod } from 'ical-generator';
import type { Member, WholeAgreement } from '../steps/locked-agreement.ts';

/** Returns the deadlines of an agreement as a calendar file. */
export function deadlinesIcs(agreement: WholeAgreement, language: Language, now: Date): string {
  const say = messagesIn(language);
  const calendar = ical({ name: say('paper.calendar'), method: ICalCalendarMethod.PUBLISH });
  const add = (key: 'answer' | 'submission' | 'order' | 'joining', day: Date) =>
    calendar.createEvent({
      id: `${agreement.id}-${key}`,
      start: day,
      end: new Date(day.getTime() + 3_600_000),
      stamp: now,
      summary: say(`paper.due.${key}`),
      description: say('paper.notGovernment'),
    });
  if (agreement.agreed_at === null) add('answer', agreement.deadline);
  else {
    const { submitted, ordered, joined } = stepDeadlines({
      agreedAt: agreement.agreed_at,
      submittedAt: agreement.submitted_at,
      extendedUntil: agreement.extended_until,
      isOrdered: agreement.members.every(hasOrder),
    });
    if (submitted) add('submission', submitted);
    if (ordered) add('order', ordered);
    if (joined) add('joining', joined);
  }
  return calendar.toString();
}

function hasOrder({ ticked }: Member): boolean {
  return ticked.some(({ kind }) => kind === 'ordered' || kind === 'joined');
}
