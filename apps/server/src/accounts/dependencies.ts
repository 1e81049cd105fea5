import type { Mailer } from '../notices/channels/mailer.ts';
import type { NoticeDependencies } from '../notices/dependencies.ts';
import type { Tokens } from '../sessions/tokens.ts';
import type { KeyedHash } from './keyed-hash.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { SmsSender } from './phone/sms/sms-sender.ts';
import type { Proofs } from './registration/proof-of-work.ts';

export interface AccountDependencies extends NoticeDependencies {
  /** Undefined if no e-mail is sent. */
  readonly mailer: Mailer | undefined;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly proofs: Proofs;
  /** Undefined if no codes can be sent to phones. */
  readonly sms: SmsSender | undefined;
  /** Keyed hash of values that the audit log compares and must not reveal. */
  readonly keyedHash: KeyedHash;
}
