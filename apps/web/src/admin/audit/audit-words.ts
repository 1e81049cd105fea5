import type { AuditList } from '@mutual-transfer/domain/administration/administration';
import { type AuditAction, auditActions } from '@mutual-transfer/domain/administration/audit-actions';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import type { TextKey } from '../../platform/i18n/texts/texts.ts';

export type AuditEntry = AuditList['entries'][number];

/** Returns the key of an action's name. */
export function auditText(action: AuditAction): TextKey {
  const word = action.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase());
  // A test compares the texts with the list of actions.
  return `admin.auditActions.${word}` as TextKey;
}

const IMPERSONATED = 'impersonated ';

/** Returns formatters of audit entries in the user's language. */
export function useAuditWords() {
  const { t } = useTranslation();
  const formats = useFormats();
  const actionText = (action: string) => {
    const known = auditActions.find((one) => one === action);
    if (known !== undefined) return t(auditText(known));
    return action.startsWith(IMPERSONATED)
      ? t('admin.auditImpersonated', { call: action.slice(IMPERSONATED.length) })
      : action;
  };
  const whoText = ({ actor, impersonator }: AuditEntry) =>
    impersonator === null ? actor : t('admin.auditAs', { admin: impersonator, user: actor });
  return {
    action: actionText,
    who: whoText,
    /** Returns who did what to whom in a sentence. */
    sentence: (entry: AuditEntry) => {
      const values = { who: whoText(entry), what: actionText(entry.action), whom: entry.subject ?? '' };
      if (values.who === '') return values.what;
      return t(values.whom === '' ? 'admin.auditSentence' : 'admin.auditSentenceOf', values);
    },
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
