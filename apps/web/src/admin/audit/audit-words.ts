import type { AuditList } from '@mutual-transfer/domain/administration/administration';
import { auditSentence, auditWho } from '@mutual-transfer/domain/administration/audit-sentence';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';

export type AuditEntry = AuditList['entries'][number];

/** Returns formatters of audit entries in the user's language. */
export function useAuditWords() {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  return {
    who: (entry: AuditEntry) => auditWho(say, entry),
    sentence: (entry: AuditEntry) => auditSentence(say, entry),
    details: ({ details }: AuditEntry) => {
      const { reason, paymentAmount, isPaymentRequired } = details;
      const searches = [details.search, details.perfectSearch, details.potentialSearch];
      return [
        ...searches.filter(isText).map((words) => t('admin.auditSearched', { words })),
        ...[reason].filter(isText).map((why) => t('admin.auditReason', { reason: why })),
        ...(typeof paymentAmount === 'number'
          ? [
              t(isPaymentRequired === true ? 'admin.auditRequired' : 'admin.auditNotRequired', {
                amount: formats.rupees(paymentAmount),
              }),
            ]
          : []),
      ];
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
