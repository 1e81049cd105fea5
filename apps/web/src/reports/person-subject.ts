import type { Person } from '@mutual-transfer/domain/accounts/user';

/** Whom one blocks or reports, and what of theirs it is about. */
export interface PersonSubject {
  readonly person: Person;
  readonly requestId?: string;
  readonly alertId?: string;
}
