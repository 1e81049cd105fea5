import type { Mailer } from '../notices/channels/mailer.ts';
import type { NoticeDependencies } from '../notices/dependencies.ts';
import type { Tokens } from '../sessions/tokens.ts';
import type { Seal } from './keyed-hash.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { SmsSender } from './phone/sms/sms-sender.ts';
import type { Proofs } from './registration/proof-of-work.ts';

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
