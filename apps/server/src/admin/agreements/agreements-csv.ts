import type { AgreementFilters } from '@mutual-transfer/domain/administration/office-agreement';
import { type PortalStep, stateAt } from '@mutual-transfer/domain/agreements/agreement-steps';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { Kysely } from 'kysely';
import { type Member, stateOf } from '../../agreements/steps/locked-agreement.ts';
import type { Database } from '../../database/tables/schema.ts';
import { type Cell, csvHead, csvLine } from '../../http/csv/csv.ts';
import { placeOfBlock } from '../../privacy/place-of-block.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { agreementBatches, type Facts, findFacts } from './agreements-csv.queries.ts';
import { type SeenAgreement, seenAgreement, shownMoment } from './seen-member.ts';

type Db = Kysely<Database>;

const head = [
  'Agreement',
  'Size',
  'State',
  'Seat',
  'Teacher',
  'Contact',
  'School',
  'Block',
  'District',
  'Takes the place of',
  'Subject',
  'Level',
  'Category',
  'Proposed',
  'Answered',
  'Agreed',
  'Submitted',
  'One-time password',
  'Ordered',
  'Order',
  'Order date',
  'Relieved',
  'Joined',
  'Joining report',
  'Record moved',
  'Ended',
  'Why',
];

/**
 * Streams the members of the administrator's agreements that match the filters, oldest agreement first, one row per member. Rows of
 * members outside the administrator's districts have only name, school, place and the facts of the whole agreement.
 */
export async function* agreementsCsv(
  db: Db,
  viewer: SignedIn,
  filters: AgreementFilters,
  now: Date,
): AsyncGenerator<string> {
  yield csvHead(head);
  for await (const agreements of agreementBatches(db, viewer, filters, now)) {
    const facts = await findFacts(db, agreements);
    const seen = agreements.map((agreement) => seenAgreement(agreement, facts.people, viewer));
    yield seen.flatMap((agreement) => linesOf(agreement, facts, now)).join('');
  }
}

function linesOf(agreement: SeenAgreement, { people, orders }: Facts, now: Date): string[] {
  const { id, size, subject, class_range, members } = agreement;
  const state = stateAt(stateOf(agreement), now.getTime());
  return members.map((member, index) => {
    const person = people.get(member.user_id ?? '');
    const own = member.isElsewhere ? undefined : person;
    const next = members[(index + 1) % members.length];
    const { district, block } = placeOfBlock(member.from_block);
    return csvLine([
      id,
      size,
      state,
      member.position + 1,
      person?.name,
      own?.phone ?? own?.email,
      person?.school_name,
      block,
      district,
      people.get(next?.user_id ?? '')?.name,
      subjectByCode(subject).name,
      class_range,
      own?.category ?? agreement.category,
      ...datesOf(agreement, member, member.isElsewhere ? undefined : orders.get(`${id} ${member.position}`)),
    ]);
  });
}

function datesOf(
  agreement: SeenAgreement,
  member: Member,
  order: { readonly number: string; readonly ordered_on: string } | undefined,
): Cell[] {
  const shown = (moment: Date | null) => shownMoment(agreement, moment)?.toISOString();
  return [
    agreement.created_at.toISOString(),
    member.answered_at?.toISOString(),
    shown(agreement.agreed_at),
    shown(agreement.submitted_at),
    timeOf(member, 'otp'),
    timeOf(member, 'ordered'),
    order?.number,
    order?.ordered_on,
    timeOf(member, 'relieved'),
    timeOf(member, 'joined'),
    member.joined_on,
    member.record_moved_at?.toISOString(),
    shown(agreement.ended_at),
    agreement.reason,
  ];
}

function timeOf({ ticked }: Member, step: PortalStep): string | undefined {
  return ticked.find(({ kind }) => kind === step)?.happened_at.toISOString();
}
