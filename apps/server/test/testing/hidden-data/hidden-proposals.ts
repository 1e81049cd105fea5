import type { AgreementState, EndReason } from '@mutual-transfer/domain/agreements/agreement-steps';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { TestApp } from '../test-app.ts';
import { ids, readers } from './hidden-ids.ts';

/** Request, with the blocks from which and to which it leads. */
export interface Wish {
  userId: string;
  requestId: string;
  from: string;
  to: string;
}

/** States of a proposal in which contact is not visible. */
const states = ['proposed', 'declined', 'lapsed', 'superseded', 'broken'] as const;

const reasons: Readonly<Partial<Record<AgreementState, EndReason>>> = {
  declined: 'refused',
  lapsed: 'deadline',
  superseded: 'other_agreement',
  broken: 'left',
};

/**
 * Creates proposals between the counterpart and the hidden people, in every state in which members see each other as in matches: a pair
 * with each person whose wish leads back to the counterpart, and rings of three, both with messages.
 */
export async function createProposals(test: TestApp, wishes: readonly Wish[]): Promise<void> {
  for (const [number, members] of groupsOf(wishes).entries()) await createProposal(test, number, members);
}

/** Groups the wishes into proposals. The counterpart is posted at Bodh Gaya and wishes every other place. */
function groupsOf(wishes: readonly Wish[]): Wish[][] {
  const own = (index: number, to: string): Wish => ({
    userId: ids.user(readers.counterpart),
    requestId: ids.request(readers.counterpart * 2 + index),
    from: 'bodh-gaya',
    to,
  });
  const back = wishes.filter(({ from, to }) => from !== 'bodh-gaya' && to === 'bodh-gaya');
  const pairs = back.map((wish) => [own(wish.from === 'danapur' ? 0 : 1, wish.from), wish]);
  const between = wishes.filter(({ from, to }) => from === 'danapur' && to === 'amnour');
  const rings = between.flatMap((wish, index) => {
    const last = back.filter(({ from, userId }) => from === 'amnour' && userId !== wish.userId)[index];
    return last === undefined ? [] : [[own(0, 'danapur'), wish, last]];
  });
  return [...rings, ...pairs];
}

async function createProposal(test: TestApp, number: number, members: readonly Wish[]): Promise<void> {
  const { db } = test.database;
  const state = states[number % states.length] ?? 'proposed';
  const moment = new Date(test.clock.now.getTime() - MILLISECONDS_A_DAY / 2);
  const id = ids.proposal(number);
  await db
    .insertInto('agreements')
    .values({
      ...{ id, state, source: 'teacher', proposed_by: ids.user(readers.counterpart), size: members.length },
      ...{ subject: 'mathematics', class_range: '6-8', category: null, created_at: moment },
      // The same in both worlds: a new number is random.
      number: `G${[...number.toString(6).padStart(7, '0')].map((digit) => '234678'[Number(digit)]).join('')}`,
      requests_key: `${members.map(({ requestId }) => requestId).toSorted()}`,
      deadline: new Date(moment.getTime() + 3 * MILLISECONDS_A_DAY),
      agreed_at: state === 'broken' ? moment : null,
      ended_at: state === 'proposed' ? null : moment,
      reason: reasons[state] ?? null,
      ended_by: state === 'declined' || state === 'broken' ? (members[1]?.userId ?? null) : null,
    })
    .execute();
  const seats = members.map((member, position) => seatOf(member, { id, state, position, moment }));
  await db.insertInto('agreement_members').values(seats).execute();
  await db
    .insertInto('agreement_messages')
    .values(members.map(({ userId }, position) => messageOf(id, userId, number * 10 + position, moment)))
    .execute();
}

interface Seat {
  id: string;
  state: AgreementState;
  position: number;
  moment: Date;
}

/** Returns the row of a seat. The first member said yes, as a proposer does. The second one said no if the proposal was declined. */
function seatOf({ userId, requestId, from, to }: Wish, { id, state, position, moment }: Seat) {
  const isNo = state === 'declined' && position === 1;
  const isYes = position === 0 || state === 'broken';
  const answer = isNo ? ('no' as const) : isYes ? ('yes' as const) : ('open' as const);
  return {
    ...{ agreement_id: id, position, state, user_id: userId, request_id: requestId },
    ...{ from_block: from, to_block: to, answer },
    answered_at: answer === 'open' ? null : moment,
    held_until: null,
  };
}

function messageOf(agreementId: string, userId: string, number: number, created_at: Date) {
  return {
    id: ids.message(number),
    agreement_id: agreementId,
    user_id: userId,
    message: `Shall we, number ${number}?`,
    created_at,
  };
}
