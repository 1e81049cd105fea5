import { fieldsSeenBy } from '@mutual-transfer/domain/accounts/who-sees';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import { DEFAULT_CONTACT } from '@mutual-transfer/domain/requests/transfer-request-words';
import type { Kysely } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { isOrderInScope } from '../../people/administrator-scope.ts';
import { isElsewhere, privacyOf, recordShown } from '../../people/visibility.ts';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { readRules } from '../../platform/rules.ts';
import type { Viewer } from '../../platform/sessions.ts';
import type { WholeAgreement } from '../lock-agreement.ts';
import { type PaperWarning, readWarning } from './paper-warning.ts';

/** A member as the papers show them. Places, subject and category are codes. */
export interface PaperMember {
  name: string;
  phone: string;
  email: string;
  /** School in the block of the seat; empty if it is not known any more. */
  schoolName: string;
  fromBlock: string;
  toBlock: string;
  category: string | null;
  batch: string | null;
  /** Id that the department gave the teacher. Like the designation, it is stated by the teacher. */
  teacherId: string | null;
  designation: string | null;
  /** First day at the present school as `YYYY-MM-DD`. */
  joinedOn: string | null;
}

/** An agreement as its papers show it, with the members in the order of the ring. */
export interface PaperFacts {
  agreement: WholeAgreement;
  members: readonly PaperMember[];
  /** Codes of the districts whose officers order the group; none for the directorate. */
  addressees: readonly string[];
  /** Valid orders of the department, oldest first. */
  orders: readonly PaperOrderFacts[];
  warning: PaperWarning;
}

/** An order as the papers name it. */
export interface PaperOrderFacts {
  number: string;
  /** As `YYYY-MM-DD`. */
  date: string;
  code: string;
}

/**
 * Reads the facts for the papers. Papers go to the members of an agreement that holds. They contain only what the agreement opened to the
 * members: each member's name and school, the phone and email by which the member chose to be reached, and what the member stated for the
 * papers. An administrator of districts gets only name, school and place of members elsewhere, and no order that names only them.
 *
 * @throws {AppError} `agreement_step` if a member's account is erased or deactivated.
 */
export async function readPaperFacts(
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
  agreement: WholeAgreement,
  viewer: Viewer,
): Promise<PaperFacts> {
  const { mixedOrders } = await readRules(db, now());
  const rows = await db
    .selectFrom('agreement_members')
    .innerJoin('users', 'users.id', 'agreement_members.user_id')
    .leftJoin('requests', 'requests.id', 'agreement_members.request_id')
    .select([
      'position',
      'users.id',
      'name',
      'phone',
      'email',
      'school_name',
      'agreement_members.from_block as posting',
      'to_block',
      'category',
      'recruitment_batch',
      'users.teacher_id',
      'users.designation',
      'users.joined_on',
      'requests.contact_preference',
      'requests.left_block',
      'requests.left_school',
      'users.district',
      'users.block',
      'users.hide_name',
      'users.hide_phone',
      'users.hide_email',
      'users.hide_school_name',
    ])
    .where('agreement_id', '=', agreement.id)
    .where('users.is_active', '=', true)
    .orderBy('position')
    .execute();
  if (rows.length < agreement.size) throw new AppError('agreement_step');
  for (const { id } of rows) recordShown(viewer, id);
  const isOwn = (row: (typeof rows)[number]) => !isElsewhere(viewer, row.district);
  // Without the request, hidden contacts stay hidden.
  const mayRead = (row: (typeof rows)[number], contact: 'phone' | 'email') =>
    isOwn(row) &&
    fieldsSeenBy(
      row.contact_preference === null ? 'teacher' : 'partner',
      privacyOf(row),
      row.contact_preference ?? DEFAULT_CONTACT,
    ).includes(contact);
  const members = rows.map((row) => ({
    name: row.name,
    phone: mayRead(row, 'phone') ? (row.phone ?? '') : '',
    email: mayRead(row, 'email') ? row.email : '',
    schoolName: schoolOfSeat(row) ?? '',
    fromBlock: row.posting,
    toBlock: row.to_block,
    ...(isOwn(row) ? statedBy(row) : nothingStated),
  }));
  const districts = [...new Set(rows.map(({ posting }) => blockByCode(posting).districtCode))];
  const addressees = districts.length > 1 && mixedOrders === 'state' ? [] : districts;
  const orders = await findOrders(db, agreement.id, viewer);
  return { agreement, members, addressees, orders, warning: await readWarning({ db, config }) };
}

interface Stated {
  block: string | null;
  /** Block of the seat. */
  posting: string;
  category: string | null;
  recruitment_batch: string | null;
  teacher_id: string | null;
  designation: string | null;
  joined_on: string | null;
}

/** Returns true if the member still works in the block of the seat. Papers do not show the new school of a member who has moved. */
function isThere({ block, posting }: Pick<Stated, 'block' | 'posting'>): boolean {
  return block === posting;
}

/** Returns the school that a member leaves, also after the joining: it is then stored with the request. */
function schoolOfSeat(
  row: Pick<Stated, 'block' | 'posting'> & {
    school_name: string | null;
    left_block: string | null;
    left_school: string | null;
  },
): string | null {
  if (isThere(row)) return row.school_name;
  return row.left_block === row.posting ? row.left_school : null;
}

type StatedFacts = Pick<PaperMember, 'category' | 'batch' | 'teacherId' | 'designation' | 'joinedOn'>;

const nothingStated: StatedFacts = {
  category: null,
  batch: null,
  teacherId: null,
  designation: null,
  joinedOn: null,
};

function statedBy(row: Stated): StatedFacts {
  return {
    category: row.category,
    batch: row.recruitment_batch,
    teacherId: row.teacher_id,
    designation: row.designation,
    joinedOn: isThere(row) ? row.joined_on : null,
  };
}

async function findOrders(
  db: Kysely<Database>,
  agreementId: string,
  viewer: Viewer,
): Promise<PaperOrderFacts[]> {
  const administers = viewer.kind === 'signed-in' ? viewer.administers : null;
  return db
    .selectFrom('transfer_orders')
    .select(['number', 'ordered_on as date', 'code'])
    .where('agreement_id', '=', agreementId)
    .where('withdrawn_at', 'is', null)
    .where(isOrderInScope({ administers }))
    .orderBy('id')
    .execute();
}
