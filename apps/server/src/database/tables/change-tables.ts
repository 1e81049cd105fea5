import type { Generated } from 'kysely';

/** Tables of changes that server processes follow: changes of offers, and of the sources of personal responses. */
export interface OfferChangesTable {
  written_by: Generated<string>;
  /** Id of the request, or of the teacher for a registered wish; null means that all offers must be read again. */
  offer_id: string | null;
  changed_at: Generated<Date>;
}

export interface AnswerChangesTable {
  written_by: Generated<string>;
  /** Source of personal responses that changed; null means that any source may have changed. */
  key: string | null;
  changed_at: Generated<Date>;
}

export interface OfferChangesPrunedTable {
  id: Generated<boolean>;
  through: string;
}
