import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstRules } from '../matching/policy-rules.ts';
import { howToAsk, isGroup, isReady, YES_REMEMBERED } from './agreement-rules.ts';
import {
  type AgreementStep,
  agreementAbilities,
  agreementStates,
  allAgree,
  isBinding,
  openSteps,
  portalSteps,
  type Standing,
  stateAt,
  takeStep,
} from './agreement-steps.ts';

const DEADLINE = 1_000;
const teachers = ['a', 'b', 'c'];
const fresh: Standing = {
  state: 'proposed',
  deadline: DEADLINE,
  reason: null,
  seats: teachers.map((teacher) => ({ teacher, answer: 'open', steps: [] })),
};

function taken(standing: Standing, step: AgreementStep, now = 0): Standing {
  const result = takeStep(standing, step, now);
  if (!result.ok) throw new Error(result.refusal);
  return result.standing;
}
const yes = (by: string): AgreementStep => ({ kind: 'answer', by, answer: 'yes' });
const conclude: AgreementStep = { kind: 'conclude', hindrance: null };
const allSaidYes = () => teachers.map(yes).reduce((standing, step) => taken(standing, step), fresh);

describe('an agreement', () => {
  it('is reached by a yes of each member and completed by the portal’s steps and the joining of all', () => {
    const agreed = taken(allSaidYes(), conclude);
    expect(agreed.state).toBe('agreed');
    expect(openSteps(agreed, 'b')).toEqual(['submitted']);
    let standing = taken(agreed, { kind: 'tick', by: 'b', step: 'submitted' });
    expect(standing.state).toBe('in_progress');
    expect(openSteps(standing, 'a')).toEqual(['otp', 'ordered', 'joined']);
    for (const by of teachers) standing = taken(standing, { kind: 'tick', by, step: 'joined' });
    expect(standing.state).toBe('completed');
  });

  it('offers members the step `relieved` only if its season has relieving', () => {
    const standing: Standing = {
      state: 'in_progress',
      deadline: 0,
      reason: null,
      seats: ['a', 'b'].map((teacher) => ({
        teacher,
        answer: 'yes' as const,
        steps: ['submitted' as const],
      })),
    };
    const relieve = { kind: 'tick', by: 'a', step: 'relieved' } as const;
    expect(takeStep(standing, relieve, 1)).toEqual({ ok: false, refusal: 'step' });
    const relieving = { ...standing, hasRelieving: true };
    expect(openSteps(relieving, 'a')).toEqual(['otp', 'ordered', 'relieved', 'joined']);
    expect(takeStep(relieving, relieve, 1)).toMatchObject({
      ok: true,
      standing: { state: 'in_progress', seats: [{ steps: ['submitted', 'relieved'] }, {}] },
    });
  });

  it('waits while a request is held, and ends if an obstacle exists', () => {
    expect(taken(allSaidYes(), { kind: 'conclude', hindrance: 'held' }).state).toBe('proposed');
    const lapsed = taken(allSaidYes(), { kind: 'conclude', hindrance: 'member_moved' });
    expect([lapsed.state, lapsed.reason]).toEqual(['lapsed', 'member_moved']);
    expect(takeStep(fresh, conclude, 0)).toEqual({ ok: false, refusal: 'step' });
    expect(takeStep(allSaidYes(), conclude, DEADLINE)).toEqual({ ok: false, refusal: 'step' });
  });

  it('lapses exactly at its deadline, to the millisecond', () => {
    expect(stateAt(fresh, DEADLINE - 1)).toBe('proposed');
    expect(stateAt(fresh, DEADLINE)).toBe('lapsed');
    expect(takeStep(fresh, yes('a'), DEADLINE)).toEqual({ ok: false, refusal: 'over' });
    expect(takeStep(fresh, { kind: 'expire' }, DEADLINE - 1)).toEqual({ ok: false, refusal: 'step' });
    expect(taken(fresh, { kind: 'expire' }, DEADLINE).reason).toBe('deadline');
  });

  it('that is based on consents counts silence as a yes at the deadline, not before, and not despite an objection', () => {
    const announced: Standing = { ...fresh, silenceAgrees: true };
    const silence = (by: string): AgreementStep => ({ kind: 'silence', by });
    expect(takeStep(announced, silence('a'), DEADLINE - 1)).toEqual({ ok: false, refusal: 'step' });
    expect(takeStep(fresh, silence('a'), DEADLINE)).toEqual({ ok: false, refusal: 'step' });
    expect(takeStep(announced, silence('z'), DEADLINE)).toEqual({ ok: false, refusal: 'not_a_member' });
    expect(stateAt(announced, DEADLINE)).toBe('proposed');
    expect(agreementAbilities(announced, 'a', DEADLINE)).toMatchObject({ answer: [], leave: false });
    expect(takeStep(announced, { kind: 'answer', by: 'a', answer: 'no' }, DEADLINE)).toEqual({
      ok: false,
      refusal: 'over',
    });
    const answered = taken(announced, yes('b'));
    expect(takeStep(answered, silence('b'), DEADLINE)).toEqual({ ok: false, refusal: 'step' });
    const silent = ['a', 'c'].reduce((standing, by) => taken(standing, silence(by), DEADLINE), answered);
    expect(taken(silent, conclude, DEADLINE).state).toBe('agreed');
    const objected = taken(announced, { kind: 'answer', by: 'c', answer: 'no' });
    expect([objected.state, objected.reason]).toEqual(['declined', 'refused']);
    expect(takeStep(objected, silence('a'), DEADLINE)).toEqual({ ok: false, refusal: 'over' });
  });

  it('accepts no step of a non-member, and every ability is an accepted step', () => {
    expect(takeStep(fresh, yes('z'), 0)).toEqual({ ok: false, refusal: 'not_a_member' });
    expect(agreementAbilities(fresh, 'z', 0)).toMatchObject({ answer: [], leave: false, steps: [] });
  });

  const rarely = (one: AgreementStep) => ({ weight: 1, arbitrary: fc.constant(one) });
  const member = fc.constantFrom(...teachers);
  const step: fc.Arbitrary<AgreementStep> = fc.oneof(
    { weight: 40, arbitrary: member.map(yes) },
    { weight: 30, arbitrary: fc.constant(conclude) },
    {
      weight: 60,
      arbitrary: fc.record({
        kind: fc.constant('tick' as const),
        by: member,
        step: fc.constantFrom(...portalSteps),
      }),
    },
    rarely({ kind: 'leave', by: 'b' }),
    rarely({ kind: 'answer', by: 'c', answer: 'no' }),
    { weight: 6, arbitrary: fc.constant<AgreementStep>({ kind: 'expire' }) },
    rarely({ kind: 'end', reason: 'other_agreement' }),
  );

  it('follows its transition table after any steps, and abilities predict every refusal', () => {
    const seen = new Set<string>();
    const property = fc.property(
      fc.array(fc.tuple(step, fc.nat(80)), { minLength: 30, maxLength: 60 }),
      (steps) => {
        let [standing, now] = [fresh, 0];
        for (const [one, wait] of steps) {
          now += wait;
          standing = checked(standing, one, now);
          seen.add(standing.state);
        }
      },
    );
    fc.assert(property, { seed: 15, numRuns: 2_000 });
    expect([...seen].sort()).toEqual([...agreementStates].sort());
  });

  /** Returns the state after a step, or the same state if the step is refused. */
  function checked(standing: Standing, one: AgreementStep, now: number): Standing {
    const result = takeStep(standing, one, now);
    expect(result.ok).toBe(isPredicted(standing, one, now) ?? result.ok);
    if (!result.ok) return standing;
    const { state, seats, reason } = result.standing;
    if (isBinding(state)) expect(seats.every(({ answer }) => answer === 'yes')).toBe(true);
    expect(reason === null).toBe(['proposed', 'agreed', 'in_progress', 'completed'].includes(state));
    if (standing.state === 'proposed' && state === 'agreed') expect(now).toBeLessThan(DEADLINE);
    return result.standing;
  }

  /** Returns true if the abilities predict that the step is accepted; undefined if they do not cover it. */
  function isPredicted(standing: Standing, one: AgreementStep, now: number): boolean | undefined {
    if (one.kind === 'conclude') return allAgree(standing) && now < DEADLINE;
    if (!('by' in one)) return undefined;
    const can = agreementAbilities(standing, one.by, now);
    if (one.kind === 'tick') return can.steps.includes(one.step);
    return one.kind === 'leave' ? can.leave : undefined;
  }
});

describe('the rules of a group', () => {
  const member = (teacher: string, from: string, to: string[], category: string | null = 'regular') => ({
    teacher,
    subject: 'urdu',
    classRange: '6-8',
    category,
    joinedOn: null,
    from,
    to,
  });
  const ring = [member('a', '1', ['2']), member('b', '2', ['3']), member('c', '3', ['1'])];

  it('accept two to ten different teachers with equal attributes, each accepting the next one’s place', () => {
    expect(isGroup(ring, firstRules)).toBe(true);
    expect(isGroup(ring.toReversed(), firstRules)).toBe(false);
    expect(isGroup([member('a', '1', ['2']), member('b', '2', ['1'])], firstRules)).toBe(true);
    expect(isGroup([member('a', '1', ['2']), member('a', '2', ['1'])], firstRules)).toBe(false);
    expect(isGroup([member('a', '1', ['1', '2']), member('b', '1', ['1', '2'])], firstRules)).toBe(true);
    const withinBlock = [member('a', '1', ['1', '2']), member('b', '1', ['2']), member('c', '2', ['1'])];
    expect(isGroup(withinBlock, firstRules)).toBe(false);
    expect(isGroup([member('a', '1', ['1'])], firstRules)).toBe(false);
    expect(isGroup([member('a', '1', ['2']), member('b', '2', ['1'], 'special')], firstRules)).toBe(false);
    expect(isGroup([member('a', '1', ['2']), member('b', '2', ['1'], null)], firstRules)).toBe(true);
    const places = Array.from({ length: 11 }, (_, place) => String(place));
    const long = places.map((place, index) => member(`t${place}`, place, [places[(index + 1) % 11] ?? '']));
    expect(isGroup(long, firstRules)).toBe(false);
  });
});

describe('a remembered yes', () => {
  it('prefills the answer for 30 days, or answers for teachers who chose “accept for me”', () => {
    expect(howToAsk({ yesGivenAt: null, acceptsForMe: true }, 0)).toBe('open');
    expect(howToAsk({ yesGivenAt: 0, acceptsForMe: false }, 1)).toBe('prefilled');
    expect(howToAsk({ yesGivenAt: 0, acceptsForMe: true }, YES_REMEMBERED - 1)).toBe('accepted');
    expect(howToAsk({ yesGivenAt: 0, acceptsForMe: true }, YES_REMEMBERED)).toBe('open');
    expect([isReady(null, 0), isReady(1, 0), isReady(1, 1)]).toEqual([false, true, false]);
  });
});
