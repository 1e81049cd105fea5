import { dayText } from '../language/date-time.ts';
import type { Language } from '../language/language.ts';
import type { Messages } from '../language/messages.ts';

/** Line of an imported file on which a change of an agreement is based. */
export type ImportedRecord = { kind: 'order'; number: string; date: string } | { kind: 'joining' };

interface Wording {
  language: Language;
  say: Messages;
}

/** Returns the sentence that stands for the reason of the change. */
export function importedRecordText(record: ImportedRecord, { language, say }: Wording): string {
  if (record.kind === 'joining') return say('office.joiningRecorded');
  const { number, date } = record;
  return say('office.orderRecorded', { number, date: dayText(date, language) });
}
