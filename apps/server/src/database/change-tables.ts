import type { Generated } from 'kysely';

/** What server processes follow: which offers changed, and what of personal answers. */
export interface OfferChangesTable {
  written_by: Generated<string>;
  /** Of the request, or of the teacher of a registered wish; null: all must be read anew. */
  offer_id: string | null;
  changed_at: Generated<Date>;
}

export interface AnswerChangesTable {
  written_by: Generated<string>;
  /** Of what personal answers are made from; null: anything may have changed. */
  key: string | null;
  changed_at: Generated<Date>;
}

export interface OfferChangesPrunedTable {
  id: Generated<boolean>;
  through: string;
}
