import type { Messages } from '../language/messages.ts';

/** Actions in the audit log, in the order of its filter. Each call made while impersonating is logged as `impersonated …` in addition. */
export const auditActions = [
  'user.password',
  'user.activate',
  'user.deactivate',
  'user.impersonate',
  'user.impersonateEnd',
  'user.correct',
  'user.eraseUnused',
  'request.remove',
  'message.remove',
  'user.verify',
  'user.unverify',
  'verification.list',
  'text.release',
  'text.refuse',
  'report.decide',
  'announcement.create',
  'announcement.withdraw',
  'leak.notify',
  'notice.retry',
  'administrator.create',
  'administrator.erase',
  'administrator.change',
  'factor.on',
  'factor.off',
  'admin.password',
  'admin.profile',
  'support.settings',
  'payment.settings',
  'payment.refund',
  'payment.settle',
  'payment.refundRule',
  'rule.write',
  'rule.try',
  'round.start',
  'round.stop',
  'season.create',
  'season.change',
  'season.withdraw',
  'season.takeOut',
  'season.letIn',
  'objection.reply',
  'agreement.deadline',
  'agreement.end',
  'agreement.scrutiny',
  'agreement.order',
  'agreement.relieve',
  'agreement.join',
  'agreement.undo',
  'orders.import',
  'joinings.import',
  'plan.start',
  'plan.cancel',
  'plan.download',
  'look.people',
  'look.user',
  'look.users',
  'look.looks',
  'look.paid-users',
  'look.matches',
  'look.audit',
  'look.contact-patterns',
  'look.agreements',
  'look.agreement',
  'look.exclusions',
  'look.consents',
  'look.objections',
  'download.users',
  'download.payments',
  'download.agreements',
  'download.consents',
  'download.objections',
  'download.papers',
  'download.audit',
  'download.growth',
  'download.reports',
  'download.held-texts',
  'download.undelivered',
  'download.contact-patterns',
  'login',
  'login.failed',
  'refused',
  'account.password',
  'account.verified',
  'phone.claimed',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** Names and action of an entry of the audit log. */
interface AuditNames {
  actor: string;
  impersonator: string | null;
  action: string;
  subject: string | null;
}

const IMPERSONATED = 'impersonated ';

/** Returns the text of an action, without names. */
export function auditActionText(say: Messages, action: string): string {
  if (isKnown(action)) return say(`audit.${action}`);
  if (!action.startsWith(IMPERSONATED)) return action;
  return say('auditLine.impersonated', { call: action.slice(IMPERSONATED.length) });
}

/** Returns a sentence that names the actor, the action and the person concerned. */
export function auditSentence(say: Messages, entry: AuditNames): string {
  const who =
    entry.impersonator === null
      ? entry.actor
      : say('auditLine.as', { admin: entry.impersonator, user: entry.actor });
  const what = auditActionText(say, entry.action);
  const whom = entry.subject ?? '';
  if (who === '') return what;
  return say(whom === '' ? 'auditLine.sentence' : 'auditLine.sentenceOf', { who, what, whom });
}

function isKnown(action: string): action is AuditAction {
  const known: readonly string[] = auditActions;
  return known.includes(action);
}
