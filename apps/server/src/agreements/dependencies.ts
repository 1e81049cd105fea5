import type { CoreDependencies } from '../http/dependencies.ts';

/** Dependencies of proposals, agreements and rounds. */
export interface AgreementDependencies extends CoreDependencies {
  /** Triggers a scan of deadlines, held requests and rounds. A lost call is harmless: a scan runs every minute. */
  readonly agreementsDue: () => Promise<void>;
}
