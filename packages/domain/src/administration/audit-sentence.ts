import type { Messages } from '../language/messages/messages.ts';
import { type AuditAction, auditActions } from './audit-actions.ts';

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

/** Returns the actor's name, with the name of the administrator who impersonated the actor, if any. */
export function auditWho(
  say: Messages,
  { actor, impersonator }: Omit<AuditNames, 'action' | 'subject'>,
): string {
  return impersonator === null ? actor : say('auditLine.as', { admin: impersonator, user: actor });
}

/** Returns a sentence that names the actor, the action and the person concerned. */
export function auditSentence(say: Messages, entry: AuditNames): string {
  const who = auditWho(say, entry);
  const what = auditActionText(say, entry.action);
  const whom = entry.subject ?? '';
  if (who === '') return what;
  return say(whom === '' ? 'auditLine.sentence' : 'auditLine.sentenceOf', { who, what, whom });
}

function isKnown(action: string): action is AuditAction {
  const known: readonly string[] = auditActions;
  return known.includes(action);
}
