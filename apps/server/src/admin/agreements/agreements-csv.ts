import type { AgreementFilters } from '@mutual-transfer/domain/administration/office-agreement';
import { type PortalStep, stateAt } from '@mutual-transfer/domain/agreements/agreement-steps';
import { momentInIndia } from '@mutual-transfer/domain/language/date-time';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { Kysely } from 'kysely';
import { type Member, stateOf } from '../../agreements/steps/locked-agreement.ts';
import type { Database } from '../../database/tables.ts';
import { type CsvColumn, csvOfBatches } from '../../http/csv/csv-columns.ts';
import { placeOfBlock } from '../../places/place-of-block.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { agreementBatches, type Facts, findFacts, type MemberOrder } from './agreements-csv.queries.ts';
import type { Person } from './people.queries.ts';
import { type SeenAgreement, seenAgreement, shownMoment } from './seen-member.ts';

type Db = Kysely<Database>;

/** Member of an agreement that the administrator sees, with the facts of one line. */
interface MemberRow {
  readonly agreement: SeenAgreement;
  readonly member: SeenAgreement['members'][number];
  readonly state: ReturnType<typeof stateAt>;
  /** The member's account; undefined if it was erased. */
  readonly person: Person | undefined;
  /** The account, unless the member is posted outside the administrator's districts. `order` is omitted likewise. */
  readonly own: Person | undefined;
  readonly order: MemberOrder | undefined;
  /** Name of the member whose place this one takes. */
  readonly nextName: string | undefined;
}

const columns: readonly CsvColumn<MemberRow>[] = [
  ['Agreement', ({ agreement }) => agreement.id],
  ['Size', ({ agreement }) => agreement.size],
  ['State', ({ state }) => state],
  ['Seat', ({ member }) => member.position + 1],
  ['Teacher', ({ person }) => person?.name],
  ['Contact', ({ own }) => own?.phone ?? own?.email],
  ['School', ({ person }) => person?.school_name],
  ['Block', ({ member }) => placeOfBlock(member.from_block).block],
  ['District', ({ member }) => placeOfBlock(member.from_block).district],
  ['Takes the place of', ({ nextName }) => nextName],
  ['Subject', ({ agreement }) => subjectByCode(agreement.subject).name],
  ['Level', ({ agreement }) => agreement.class_range],
  ['Category', ({ agreement, own }) => own?.category ?? agreement.category],
  ['Proposed', ({ agreement }) => momentInIndia(agreement.created_at)],
  ['Answered', ({ member }) => momentOf(member.answered_at)],
  ['Agreed', ({ agreement }) => timeShown(agreement, agreement.agreed_at)],
  ['Submitted', ({ agreement }) => timeShown(agreement, agreement.submitted_at)],
  ['One-time password', ({ member }) => timeOf(member, 'otp')],
  ['Ordered', ({ member }) => timeOf(member, 'ordered')],
  ['Order', ({ order }) => order?.number],
  ['Order date', ({ order }) => order?.ordered_on],
  ['Relieved', ({ member }) => timeOf(member, 'relieved')],
  ['Joined', ({ member }) => timeOf(member, 'joined')],
  ['Joining report', ({ member }) => member.joined_on],
  ['Record moved', ({ member }) => momentOf(member.record_moved_at)],
  ['Ended', ({ agreement }) => timeShown(agreement, agreement.ended_at)],
  ['Why', ({ agreement }) => agreement.reason],
];

/**
 * Streams the members of the administrator's agreements that match the filters, oldest agreement first, one row per member. Rows of
 * members outside the administrator's districts have only name, school, place and the facts of the whole agreement.
 */
export function agreementsCsv(
  db: Db,
  viewer: SignedIn,
  filters: AgreementFilters,
  now: Date,
): AsyncGenerator<string> {
  return csvOfBatches(columns, memberBatches(db, viewer, filters, now));
}

async function* memberBatches(
  db: Db,
  viewer: SignedIn,
  filters: AgreementFilters,
  now: Date,
): AsyncGenerator<MemberRow[]> {
  for await (const agreements of agreementBatches(db, viewer, filters, now)) {
    const facts = await findFacts(db, agreements);
    const seen = agreements.map((agreement) => seenAgreement(agreement, facts.people, viewer));
    yield seen.flatMap((agreement) => membersOf(agreement, facts, now));
  }
}

function membersOf(agreement: SeenAgreement, { people, orders }: Facts, now: Date): MemberRow[] {
  const { id, members } = agreement;
  const state = stateAt(stateOf(agreement), now.getTime());
  return members.map((member, index) => {
    const person = people.get(member.user_id ?? '');
    const next = members[(index + 1) % members.length];
    return {
      agreement,
      member,
      state,
      person,
      own: member.isElsewhere ? undefined : person,
      order: member.isElsewhere ? undefined : orders.get(`${id} ${member.position}`),
      nextName: people.get(next?.user_id ?? '')?.name,
    };
  });
}

function timeShown(agreement: SeenAgreement, moment: Date | null): string | undefined {
  return momentOf(shownMoment(agreement, moment));
}

function timeOf({ ticked }: Member, step: PortalStep): string | undefined {
  return momentOf(ticked.find(({ kind }) => kind === step)?.happened_at);
}

function momentOf(moment: Date | null | undefined): string | undefined {
  return moment == null ? undefined : momentInIndia(moment);
}
