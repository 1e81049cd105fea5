import type { AccountDependencies } from '../../accounts/dependencies.ts';
import type { AgreementDependencies } from '../../agreements/dependencies.ts';
import type { PaperDependencies } from '../../agreements/papers/paper-desk.ts';

export type OfficeDependencies = AccountDependencies & AgreementDependencies & PaperDependencies;
