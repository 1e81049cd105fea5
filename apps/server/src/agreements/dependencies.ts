import type { CoreDependencies } from '../http/dependencies.ts';

/** What proposals, agreements and rounds work with. */
export interface AgreementDependencies extends CoreDependencies {
  /** Says that a deadline, a held request or a round may have something to do; what is lost is found within a minute. */
  readonly agreementsDue: () => Promise<void>;
}
