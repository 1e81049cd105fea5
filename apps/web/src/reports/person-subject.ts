import type { Person } from '@mutual-transfer/domain/accounts/user';

/** Target of a block or report: the person, and the request or alert concerned. */
export interface PersonSubject {
  readonly person: Person;
  readonly requestId?: string;
  readonly alertId?: string;
}
