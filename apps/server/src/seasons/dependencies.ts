import type { SmsSender } from '../accounts/phone/sms/sms-sender.ts';
import type { AgreementDependencies } from '../agreements/dependencies.ts';

export interface SeasonDependencies extends AgreementDependencies {
  /** Sender of phone codes; undefined if none is configured, so that no teacher can prove their number. */
  readonly sms: SmsSender | undefined;
}
