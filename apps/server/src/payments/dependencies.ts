import type { CoreDependencies } from '../http/dependencies.ts';
import type { PaymentProvider } from './providers/provider.ts';
import type { Sandbox } from './providers/sandbox.ts';

/** What payments work with. */
export interface PaymentDependencies extends CoreDependencies {
  /** Undefined in production without keys: no payment can be required there. */
  readonly provider: PaymentProvider | undefined;
  /** The provider, where it is the local stand-in. */
  readonly sandbox: Sandbox | undefined;
}
