import type { CoreDependencies } from '../http/dependencies.ts';
import type { PaymentProvider } from './providers/provider.ts';
import type { Sandbox } from './providers/sandbox.ts';

export interface PaymentDependencies extends CoreDependencies {
  /** Undefined in production without keys; payment cannot be required then. */
  readonly provider: PaymentProvider | undefined;
  /** The provider, if it is the local sandbox. */
  readonly sandbox: Sandbox | undefined;
}
