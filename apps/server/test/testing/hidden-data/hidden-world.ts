/** This file is long because it creates two data sets (worlds) that differ in every kind of hidden value. */
import { type ColumnOf, fieldsWith, teacherFields } from '@mutual-transfer/domain/accounts/teacher-fields';
import { teacherFieldSchemas } from '@mutual-transfer/domain/accounts/user';
import type { RequestStatus } from '@mutual-transfer/domain/requests/transfer-request';
import fc from 'fast-check';
import { packRings } from '../../../src/matching/plans/stored-rings.ts';
import { refreshProjections } from '../../../src/people/projections.ts';
import type { NewRequestRow, NewUserRow } from '../../../src/platform/database/tables.ts';
import type { TestApp } from '../test-app.ts';
import { ids, readers, uuid } from './hidden-ids.ts';
import { createProposals, type Wish } from './hidden-proposals.ts';

/** Number of a data set. The two data sets differ only in hidden values. */
export type WorldNumber = 0 | 1;

/**
 * Viewers from whom the differing values are hidden: all members, or only those who may not contact others, from whom
 * every email, phone and `additionalInfo` is hidden too.
 */
export type HiddenFrom = 'members' | 'outsiders';

export const TEACHERS = 120;

interface RequestPlan {
  status: RequestStatus;
  to: number;
  isAnyBlock: boolean;
  hides: { name: boolean; phone: boolean; email: boolean; school: boolean };
}

type Hides = RequestPlan['hides'];

interface TeacherPlan {
  from: number;
  category: string | null;
  isActive: boolean;
  /** Settings that hide the teacher’s own fields. */
  own: Hides;
  requests: readonly RequestPlan[];
}

/** Values in the first and in the second data set. */
type Pair = readonly [string, string];

/** Three places, so that wishes between them form pairs and rings. */
const places = [
  { district: 'gaya', block: 'bodh-gaya' },
  { district: 'patna', block: 'danapur' },
  { district: 'saran', block: 'amnour' },
] as const;

const privateFields = [...fieldsWith({ seenBy: 'papers' }), ...fieldsWith({ seenBy: 'nobody' })];

type PrivateField = (typeof privateFields)[number];

const names: readonly Pair[] = [
  ['Zubaida Khatoon', 'हरिवंश प्रसाद'],
  ['ज़ुबैदा', 'Yudhishthir Narayan Singh'],
  ['Quddus', 'Omkarnath'],
];
const schools: readonly Pair[] = [
  ['Utkramit Vidyalaya Xerampur', 'Kanya Pathshala Wazirganj Purvi'],
  ['कन्या मध्य विद्यालय', 'Buniyadi School'],
];
const words: readonly Pair[] = [['Vishakha', 'Ubaidullah and more']];

const status = fc.constantFrom<RequestStatus>(
  'active',
  'active',
  'active',
  'pending',
  'withdrawn',
  'completed',
  'expired',
);
const hides = fc.record({
  name: fc.boolean(),
  phone: fc.boolean(),
  email: fc.boolean(),
  school: fc.boolean(),
});
const nothing: Hides = { name: false, phone: false, email: false, school: false };
const teacherPlan: fc.Arbitrary<TeacherPlan> = fc.record({
  from: fc.nat(2),
  category: fc.constantFrom('school', 'school', 'school', 'school', 'regular', null),
  own: fc.oneof(fc.constant(nothing), fc.constant(nothing), hides),
  isActive: fc.constantFrom(true, true, true, true, false),
  requests: fc.uniqueArray(fc.record({ status, to: fc.nat(1), isAnyBlock: fc.boolean(), hides }), {
    maxLength: 2,
    selector: ({ to, isAnyBlock }) => `${to} ${isAnyBlock}`,
  }),
});
const plans = fc.sample(teacherPlan, { seed: 20_260_615, numRuns: TEACHERS });

/** Returns two other spellings of a word: one that sounds the same, and one with a wrong letter. */
function otherSpellings(word: string): string[] {
  return [word.replaceAll('a', 'aa'), `${word.slice(0, -1)}q`];
}

/**
 * Search terms of a viewer who tries to find hidden values: every word of a hidden value in either data set, its prefixes, and other
 * spellings.
 */
export const curiousWords: readonly string[] = [...names, ...schools, ...words]
  .flat()
  .flatMap((text) => text.split(' '))
  .flatMap((word) => [word, word.slice(0, 1), word.slice(0, 3), word.toUpperCase(), ...otherSpellings(word)])
  .concat([
    'Hidden',
    '9',
    '91',
    '910000',
    '92',
    '9200000007',
    'first-7',
    'second',
    'second-12@example.com',
    'example',
  ]);

/** Fills an empty database with one of the two data sets. */
export async function createWorld(test: TestApp, hiddenFrom: HiddenFrom, world: WorldNumber): Promise<void> {
  const { db } = test.database;
  await db.updateTable('payment_settings').set({ is_payment_required: true, payment_amount: 10 }).execute();
  const teachers = plans.map((plan, number) => teacherRow(plan, number, hiddenFrom, world));
  await db
    .insertInto('users')
    .values([...teachers, ...readerRows()])
    .execute();
  const requests = plans.flatMap((plan, number) => requestRows(plan, number, hiddenFrom, world));
  await db
    .insertInto('requests')
    .values([...requests, ...readerRequests()])
    .execute();
  const everybody = [...teachers, ...readerRows()].map(({ id }) => id);
  await refreshAll(test, everybody);
  await endRequests(test);
  await refreshAll(test, everybody);
  await db.deleteFrom('offers_to_announce').execute();
  await db
    .insertInto('alerts')
    .values(plans.map((_, number) => alertRow(number)))
    .execute();
  await createStalePlan(test, world);
  await createProposals(test, wishesOf(plans));
  await eraseSome(test);
  await test.graph.caughtUp();
}

/** Returns the requests of the hidden people with their blocks, which are equal in both data sets. */
function wishesOf(people: readonly TeacherPlan[]): Wish[] {
  return people.flatMap(({ from, requests }, number) =>
    requests.map(({ to }, index) => ({
      userId: ids.user(number),
      requestId: ids.request(number * 2 + index),
      from: places[from]?.block ?? '',
      to: places[(from + 1 + to) % 3]?.block ?? '',
    })),
  );
}

async function refreshAll({ database: { db } }: TestApp, userIds: readonly string[]): Promise<void> {
  for (const id of userIds) {
    await db.transaction().execute((transaction) => refreshProjections(transaction, id));
  }
}

/** Ends the requests whose plan says so. All requests were created as active. */
async function endRequests({ database: { db } }: TestApp): Promise<void> {
  for (const [number, { requests }] of plans.entries()) {
    for (const [index, { status: last }] of requests.entries()) {
      await db
        .updateTable('requests')
        .set({ status: last })
        .where('id', '=', ids.request(number * 2 + index))
        .execute();
    }
  }
}

/** Creates a completed plan with rings of people who were deactivated or erased afterwards. The people differ between the data sets. */
async function createStalePlan({ database: { db } }: TestApp, world: WorldNumber): Promise<void> {
  const members = plans.flatMap(({ isActive }, number) =>
    isActive ? [] : [{ userId: ids.user(number), block: places[world].block }],
  );
  const moment = new Date(Date.UTC(2026, 4, 1));
  const figures = { teachers: 2, moved: 2, byLongestRing: [{ maxRing: 2, moved: 2 }], strata: [] };
  const plan = { id: uuid(4, 1), max_ring: 2, survival: 1, created_at: moment, finished_at: moment };
  await db
    .insertInto('plans')
    .values({ ...plan, figures: JSON.stringify(figures) })
    .execute();
  const [rings = new Uint8Array()] = packRings([{ stratum: 'mathematics|6-8|school', members }]);
  await db
    .insertInto('plan_rings')
    .values({ plan_id: plan.id, lot: 0, rings: Buffer.from(rings) })
    .execute();
}

/** Erases some of the deactivated teachers with all their data. */
async function eraseSome({ database: { db } }: TestApp): Promise<void> {
  const gone = plans.flatMap((_, number) => (isErased(number) ? [ids.user(number)] : []));
  await db.deleteFrom('users').where('id', 'in', gone).execute();
}

/** Returns true if that teacher was erased after the deactivation. */
export function isErased(number: number): boolean {
  return plans[number]?.isActive === false && number % 2 === 0;
}

const isOpen = ({ status: of }: RequestPlan) => of === 'active' || of === 'pending';

/**
 * Returns the hidden fields by an independent statement of the rule: a field is hidden if the person or an open request hides it, and
 * without an open request as the last one left it. Contact is visible only for teachers with an open request. Everything about a
 * deactivated person is hidden.
 */
function hiddenOf({ own, requests, isActive }: TeacherPlan): Hides {
  const open = requests.filter(isOpen);
  // All requests of this data set were open at the same time before some of them ended.
  const counting = open.length === 0 ? requests : open;
  const isHidden = (field: keyof Hides) =>
    !isActive || own[field] || counting.some((request) => request.hides[field]);
  const cannotBeContacted = open.length === 0;
  return {
    name: isHidden('name'),
    school: isHidden('school'),
    phone: cannotBeContacted || isHidden('phone'),
    email: cannotBeContacted || isHidden('email'),
  };
}

function pick(pairs: readonly Pair[], number: number, isHidden: boolean, world: WorldNumber): string {
  const pair = pairs[number % pairs.length] ?? ['', ''];
  return isHidden ? pair[world] : `Shown ${number}`;
}

function teacherRow(
  plan: TeacherPlan,
  number: number,
  hiddenFrom: HiddenFrom,
  world: WorldNumber,
): NewUserRow & { id: string } {
  const hidden = hiddenOf(plan);
  const differs = (isHidden: boolean) => (isHidden || hiddenFrom === 'outsiders' ? world : 0);
  // No viewer sees the posting or category of a deactivated teacher.
  const from = (plan.from + (plan.isActive ? 0 : world)) % 3;
  const place = places[from] ?? places[0];
  const wish = places[(from + 1) % 3] ?? places[0];
  return {
    ...commonColumns(number),
    email: `${['first', 'second'][differs(hidden.email)]}-${number}@example.com`,
    phone: String(9_100_000_000 + differs(hidden.phone) * 100_000_000 + number),
    name: pick(names, number, hidden.name, world),
    school_name: pick(schools, number, hidden.school, world),
    is_active: plan.isActive,
    category: plan.isActive ? plan.category : (['school', 'special'] as const)[world],
    own_hide_name: plan.own.name,
    own_hide_phone: plan.own.phone,
    own_hide_email: plan.own.email,
    own_hide_school_name: plan.own.school,
    district: place.district,
    block: place.block,
    desired_district: wish.district,
    desired_block: wish.block,
    ...privateColumns(world),
    ...(plan.isActive && plan.category === 'school' ? {} : { recruitment_batch: null }),
    password_hash: `none ${world}`,
    paid_at: null,
    paid_rupees: null,
  };
}

/** Returns a value of each field that other teachers see at most in papers, which differs between the data sets. */
function privateColumns(world: WorldNumber): Record<ColumnOf<PrivateField>, string> {
  const values = privateFields.map((name) => {
    const schema = teacherFieldSchemas[name];
    const texts = 'options' in schema ? schema.options : ['First', 'Second', '2015-07-01', '2016-07-01'];
    const value = texts.filter((text) => schema.safeParse(text).success)[world];
    if (value === undefined) throw new Error(`No two valid values of ${name} are known`);
    return [teacherFields[name].column, value];
  });
  return Object.fromEntries(values) as Record<ColumnOf<PrivateField>, string>;
}

function commonColumns(number: number) {
  return {
    id: ids.user(number),
    subject: 'mathematics',
    class_range: '6-8',
    category: 'school',
    created_at: new Date(Date.UTC(2026, 0, 1, 0, number)),
  };
}

function requestRows(
  plan: TeacherPlan,
  number: number,
  hiddenFrom: HiddenFrom,
  world: WorldNumber,
): NewRequestRow[] {
  return plan.requests.map((request, index) => {
    const { district, block } = places[(plan.from + 1 + request.to) % 3] ?? places[0];
    const isListed = request.status === 'active' && plan.isActive;
    return {
      ...requestColumns(number * 2 + index, number),
      desired_district: district,
      desired_block: request.isAnyBlock ? null : block,
      reason: pick(words, number, !isListed, world),
      additional_info: pick(words, number, !isListed || hiddenFrom === 'outsiders', world),
      status: 'active' as const,
      hide_name: request.hides.name,
      hide_phone: request.hides.phone,
      hide_email: request.hides.email,
      hide_school_name: request.hides.school,
    };
  });
}

function requestColumns(number: number, owner: number) {
  const created_at = new Date(Date.UTC(2026, 1, 1, 0, number));
  return {
    id: ids.request(number),
    user_id: ids.user(owner),
    subject: 'mathematics',
    class_range: '6-8',
    urgency: (['low', 'medium', 'high'] as const)[number % 3] ?? 'low',
    contact_preference: 'both' as const,
    created_at,
    expires_at: new Date(created_at.getTime() + 180 * 86_400_000),
    // Stand-ins are selected among ready teachers.
    ready_until: new Date(Date.UTC(9999, 0, 1)),
  };
}

function readerRows(): (NewUserRow & { id: string })[] {
  return Object.entries(readers).map(([name, number]) => ({
    ...commonColumns(number),
    email: `${name}@example.com`,
    phone: String(9_900_000_000 + number),
    name: `Reader ${name}`,
    role: name === 'admin' ? ('admin' as const) : ('teacher' as const),
    school_name: 'School of the reader',
    district: places[0].district,
    block: places[0].block,
    desired_district: places[1].district,
    desired_block: places[1].block,
    password_hash: 'none',
    ...(name === 'unpaid' ? {} : { paid_at: new Date(Date.UTC(2026, 2, 1)), paid_rupees: 10 }),
  }));
}

/** Returns requests of the counterpart for every place, so that each hidden request meets one of them. */
function readerRequests(): NewRequestRow[] {
  const open = { hide_name: false, hide_phone: false, hide_email: false, hide_school_name: false };
  const texts = { reason: 'Mine', additional_info: 'Mine too', status: 'active' as const };
  return [
    { number: readers.counterpart * 2, owner: readers.counterpart, place: places[1] },
    { number: readers.counterpart * 2 + 1, owner: readers.counterpart, place: places[2] },
    { number: readers.unpaid * 2, owner: readers.unpaid, place: places[1] },
  ].map(({ number, owner, place }) => ({
    ...requestColumns(number, owner),
    ...texts,
    ...open,
    desired_district: place.district,
    desired_block: null,
  }));
}

function alertRow(number: number) {
  return {
    id: ids.alert(number),
    from_user_id: ids.user(number),
    to_user_id: ids.user(readers.counterpart),
    message: `Shall we swap, number ${number}?`,
    created_at: new Date(Date.UTC(2026, 3, 1, 0, number)),
  };
}
