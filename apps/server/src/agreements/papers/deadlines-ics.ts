import { JOINING_DAYS, ORDER_DAYS } from '@mutual-transfer/domain/agreements/agreement-rules';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import ical, { ICalCalendarMethod } from 'ical-generator';
import type { WholeAgreement } from '../steps/locked-agreement.ts';

/** Returns the deadlines of an agreement as a calendar file. Deadlines of the portal's steps count from the submission of the group. */
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
  const { submitted_at, agreed_at, deadline } = agreement;
  if (agreed_at === null) add('answer', deadline);
  else if (submitted_at === null) add('submission', after(agreed_at, ORDER_DAYS));
  else {
    add('order', after(submitted_at, ORDER_DAYS));
    add('joining', after(submitted_at, ORDER_DAYS + JOINING_DAYS));
  }
  return calendar.toString();
}

function after(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * MILLISECONDS_A_DAY);
}
