import type { WayOfConsent } from '@mutual-transfer/domain/seasons/season-dates';
import type { Generated, Selectable } from 'kysely';

/** Tables of seasons and consents. */
export interface SeasonTables {
  seasons: SeasonsTable;
  season_rounds: SeasonRoundsTable;
  season_consents: SeasonConsentsTable;
}

interface SeasonsTable {
  id: string;
  name: string;
  order_name: string;
  opens_at: Date;
  list_closes_at: Date;
  closed_at: Date;
  consent: WayOfConsent;
  relieving: boolean;
  asked_at: Generated<Date | null>;
  created_by: string | null;
  created_at: Date;
}

interface SeasonRoundsTable {
  season_id: string;
  number: number;
  asked_from: Date;
  proposals_at: Date;
  answers_until: Date;
  round_id: Generated<string | null>;
}

interface SeasonConsentsTable {
  id: string;
  season_id: string;
  user_id: string;
  asked_at: Date | null;
  given_at: Date | null;
  withdrawn_at: Date | null;
  sentence: string | null;
}

export type SeasonRow = Selectable<SeasonsTable>;
export type SeasonRoundRow = Selectable<SeasonRoundsTable>;
