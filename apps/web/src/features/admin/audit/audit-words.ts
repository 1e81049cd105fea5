import type { AuditList } from '@mutual-transfer/domain/administration';
import { type AuditAction, auditActions } from '@mutual-transfer/domain/audit-actions';
import { useTranslation } from '../../../i18n/language.tsx';
import { useFormats } from '../../../i18n/names.ts';
import type { TextKey } from '../../../i18n/texts/texts.ts';

export type AuditEntry = AuditList['entries'][number];

/** What each kind of action is called. */
export const auditTexts = {
  'user.password': 'admin.auditActions.userPassword',
  'user.activate': 'admin.auditActions.userActivate',
  'user.deactivate': 'admin.auditActions.userDeactivate',
  'user.impersonate': 'admin.auditActions.userImpersonate',
  'user.impersonateEnd': 'admin.auditActions.userImpersonateEnd',
  'user.correct': 'admin.auditActions.userCorrect',
  'request.remove': 'admin.auditActions.requestRemove',
  'message.remove': 'admin.auditActions.messageRemove',
  'user.verify': 'admin.auditActions.userVerify',
  'user.unverify': 'admin.auditActions.userUnverify',
  'text.release': 'admin.auditActions.textRelease',
  'text.refuse': 'admin.auditActions.textRefuse',
  'administrator.create': 'admin.auditActions.administratorCreate',
  'administrator.erase': 'admin.auditActions.administratorErase',
  'support.settings': 'admin.auditActions.supportSettings',
  'payment.settings': 'admin.auditActions.paymentSettings',
  'admin.password': 'admin.auditActions.adminPassword',
  'look.users': 'admin.auditActions.lookUsers',
  'look.user': 'admin.auditActions.lookUser',
  'look.paid-users': 'admin.auditActions.lookPaidUsers',
  'look.matches': 'admin.auditActions.lookMatches',
  'look.audit': 'admin.auditActions.lookAudit',
  'download.users': 'admin.auditActions.downloadUsers',
  'download.payments': 'admin.auditActions.downloadPayments',
  'download.audit': 'admin.auditActions.downloadAudit',
  'report.decide': 'admin.auditActions.reportDecide',
  'round.start': 'admin.auditActions.roundStart',
  'round.stop': 'admin.auditActions.roundStop',
  'rule.write': 'admin.auditActions.ruleWrite',
  'rule.try': 'admin.auditActions.ruleTry',
  'plan.start': 'admin.auditActions.planStart',
  'plan.cancel': 'admin.auditActions.planCancel',
  'plan.download': 'admin.auditActions.planDownload',
  'look.people': 'admin.auditActions.lookPeople',
  'look.contact-patterns': 'admin.auditActions.lookContactPatterns',
  'admin.profile': 'admin.auditActions.adminProfile',
  login: 'admin.auditActions.login',
  'login.failed': 'admin.auditActions.loginFailed',
  'account.password': 'admin.auditActions.accountPassword',
  'account.verified': 'admin.auditActions.accountVerified',
  'phone.claimed': 'admin.auditActions.phoneClaimed',
} as const satisfies Readonly<Record<AuditAction, TextKey>>;

const IMPERSONATED = 'impersonated ';

/** An entry of the log in the reader's words. */
export function useAuditWords() {
  const { t } = useTranslation();
  const formats = useFormats();
  return {
    action: (action: string) => {
      const known = auditActions.find((one) => one === action);
      if (known !== undefined) return t(auditTexts[known]);
      return action.startsWith(IMPERSONATED)
        ? t('admin.auditImpersonated', { call: action.slice(IMPERSONATED.length) })
        : action;
    },
    who: ({ actor, impersonator }: AuditEntry) =>
      impersonator === null ? actor : t('admin.auditAs', { admin: impersonator, user: actor }),
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
