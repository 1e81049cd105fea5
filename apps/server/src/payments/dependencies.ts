import type { CoreDependencies } from '../http/dependencies.ts';
import type { PaymentProvider } from './providers/provider.ts';

export interface PaymentDependencies extends CoreDependencies {
  /** Undefined in production without keys; payment cannot be required then. */
  readonly provider: PaymentProvider | undefined;
}
