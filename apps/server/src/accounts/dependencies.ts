import type { Mailer } from '../notices/channels/mailer.ts';
import type { NoticeDependencies } from '../notices/dependencies.ts';
import type { Passwords } from './passwords.ts';
import type { Proofs } from './proof-of-work.ts';
import type { Seal } from './seal.ts';
import type { SmsSender } from './sms/sms-sender.ts';
import type { Tokens } from './tokens.ts';

/** What registration, sign-in and sessions work with. */
export interface AccountDependencies extends NoticeDependencies {
  /** Undefined where no e-mail is sent. */
  readonly mailer: Mailer | undefined;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly proofs: Proofs;
  /** Undefined where codes cannot be sent to phones. */
  readonly sms: SmsSender | undefined;
  /** For what the audit log must be able to compare and not to tell. */
  readonly seal: Seal;
}
