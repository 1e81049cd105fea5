import type { AuditList } from '@mutual-transfer/domain/administration/audit-log';
import { auditSentence } from '@mutual-transfer/domain/administration/audit-sentence';
import type { Messages } from '@mutual-transfer/domain/language/messages/messages';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { useSeasonAuditTexts } from './use-season-audit-texts.ts';

/** Private-use characters that stand for the names while the sentence is composed. */
const [ACTOR, SUBJECT] = ['\uE000', '\uE001'];
const betweenParts = new RegExp(`([${ACTOR}${SUBJECT}])`);

/** Part of a sentence. `teacherId` is null for text, and for the name of an account without a page. */
interface SentencePart {
  readonly key: string;
  readonly text: string;
  readonly teacherId: string | null;
}

export type AuditEntry = AuditList['entries'][number];

/** Returns formatters of audit entries in the user's language. */
export function useAuditTexts() {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const seasonTexts = useSeasonAuditTexts();
  return {
    sentence: (entry: AuditEntry) => inParts(say, entry),
    details: ({ details }: AuditEntry) => {
      const { reason, paymentAmount, isPaymentRequired, lines, recorded } = details;
      const searches = [details.search, details.perfectSearch, details.potentialSearch];
      return [
        ...searches.filter(isText).map((words) => t('admin.auditSearched', { words })),
        ...[reason].filter(isText).map((why) => t('admin.auditReason', { reason: why })),
        ...(typeof lines === 'number' && typeof recorded === 'number'
          ? [
              t('admin.auditRecorded', {
                recorded: formats.number(recorded),
                lines: formats.number(lines),
              }),
            ]
          : []),
        ...(typeof paymentAmount === 'number'
          ? [
              t(isPaymentRequired === true ? 'admin.auditRequired' : 'admin.auditNotRequired', {
                amount: formats.rupees(paymentAmount),
              }),
            ]
          : []),
        ...seasonTexts(details),
      ];
    },
  };
}

/** Returns the sentence in parts, so that names can be links. */
function inParts(say: Messages, entry: AuditEntry): SentencePart[] {
  const { actor, actorTeacher, subjectTeacher } = entry;
  const subject = isOwnAct(entry) ? null : entry.subject;
  const marked = { ...entry, actor: actor && ACTOR, subject: subject && SUBJECT };
  return auditSentence(say, marked)
    .split(betweenParts)
    .filter(isText)
    .map((part) => {
      if (part === ACTOR) return { key: part, text: actor, teacherId: actorTeacher };
      if (part === SUBJECT) return { key: part, text: subject ?? '', teacherId: subjectTeacher };
      return { key: part, text: part, teacherId: null };
    });
}

/** Returns true for what a person did to the own account, such as signing in: the sentence then names the person once. */
function isOwnAct({ actor, subject, actorTeacher, subjectTeacher }: AuditEntry): boolean {
  return actor === subject && actorTeacher === subjectTeacher;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
