import { firstRules } from '@mutual-transfer/domain/policy-rules';
import { v7 as newId } from 'uuid';
import { expect, it } from 'vitest';
import { MatchIndex } from './match-index.ts';
import type { IndexedOffer } from './offer-table.ts';

/** Who works in Patna and would go to Gaya. */
function offerOf(request_id: string | null, user_id: string): IndexedOffer {
  return {
    request_id,
    user_id,
    subject: 'mathematics',
    class_range: '1-5',
    category: null,
    joined_on: null,
    from_district: 'patna',
    from_block: 'danapur',
    to_district: 'gaya',
    to_block: null,
    repeats_posting: false,
    repeats_wish: false,
  };
}

const mine = {
  ...offerOf(newId(), newId()),
  from_district: 'gaya',
  from_block: 'bodh-gaya',
  to_district: 'patna',
  offered_at: new Date(0),
};
const rules = firstRules;

it('takes an old request back without a new reading, however many were posted since', () => {
  const index = new MatchIndex();
  const [old, owner] = [newId({ msecs: 1 }), newId()];
  expect(index.expect({ id: old, ownerId: owner })).toBe(true);
  for (let step = 0; step < 2_100; step += 1) {
    const [id, ownerId] = [newId({ msecs: 1_000 + step }), newId()];
    expect(index.expect({ id, ownerId }) && index.set(offerOf(id, ownerId))).toBe(true);
  }
  expect(index.set(offerOf(old, owner))).toBe(true);
  const last = index.find(mine, { offset: 2_100, limit: 10, rules, without: [] });
  expect(last).toEqual({ offers: [{ request_id: old, user_id: owner }], total: 2_101 });
  expect(index.find(mine, { offset: 2_101, limit: 10, rules, without: [] })).toEqual({
    offers: [],
    total: 2_101,
  });
  index.dispose();
});

it('holds no offer of a request that is only expected', () => {
  const index = new MatchIndex();
  index.expect({ id: newId(), ownerId: newId() });
  expect(index.find(mine, { offset: 0, limit: 10, rules, without: [] })).toEqual({ offers: [], total: 0 });
  index.dispose();
});
