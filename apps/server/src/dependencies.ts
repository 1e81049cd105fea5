import type { AccountDependencies } from './accounts/dependencies.ts';
import type { AgreementDependencies } from './agreements/dependencies.ts';
import type { HealthDependencies } from './http/health.routes.ts';
import type { Metrics } from './metrics.ts';
import type { NoticeDependencies } from './notices/dependencies.ts';
import type { OfferDependencies } from './offers/dependencies.ts';
import type { PaymentDependencies } from './payments/dependencies.ts';
import type { PlanDependencies } from './plans/dependencies.ts';

/** Dependencies of the whole product. Tests build the same app with other implementations. */
export interface Dependencies
  extends AccountDependencies,
    AgreementDependencies,
    HealthDependencies,
    NoticeDependencies,
    OfferDependencies,
    PaymentDependencies,
    PlanDependencies {
  /** Undefined if no `METRICS_PORT` is configured. */
  readonly metrics?: Metrics | undefined;
  /** Destination of log lines. Defaults to standard output. */
  readonly log?: { readonly write: (line: string) => void };
}
