import type { DemoRequest, DemoTeacher } from '@mutual-transfer/demo/demo-teacher';
import { Random } from '@mutual-transfer/demo/random';
import { MILLISECONDS_A_DAY, REQUEST_LIFETIME_DAYS } from '@mutual-transfer/domain/constants';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request';
import { v7 as newId } from 'uuid';
import { wishColumns } from '../matching/index/request-offer.ts';
import { ownPrivacyColumns } from '../people/members.ts';
import { offersOf } from '../people/offers.ts';
import { effectivePrivacy, newestActive } from '../people/projections.ts';
import { statedColumnNames } from '../people/request-rows.ts';
import { searchWords } from '../people/search-words.ts';
import { privacyColumnNames, privacyColumns } from '../people/visibility.ts';
import { copyLine, type Target } from './copy-rows.ts';

/** Columns of demo users. */
export const usersTarget = {
  table: 'users',
  columns: [
    'id',
    'email',
    'email_confirmed_at',
    'phone',
    'password_hash',
    'name',
    'school_name',
    'district',
    'block',
    'desired_district',
    'desired_block',
    'subject',
    'class_range',
    'category',
    'recruitment_batch',
    ...privacyColumnNames,
    'has_posted',
    'is_demo',
    'created_at',
  ],
} as const satisfies Target<string>;

/** Columns of demo requests. */
export const requestsTarget = {
  table: 'requests',
  columns: [
    'id',
    'user_id',
    ...statedColumnNames,
    'status',
    ...privacyColumnNames,
    'created_at',
    'expires_at',
    'search',
    'from_district',
    'from_block',
    'stands_back',
  ],
} as const satisfies Target<string>;

/** Columns of demo offers. */
export const offersTarget = {
  table: 'offers',
  columns: ['request_id', 'user_id', ...wishColumns, 'offered_at', 'repeats_posting', 'repeats_wish'],
} as const satisfies Target<string>;

/** Lines in COPY format, by table. */
export interface DemoLines {
  users: string[];
  requests: string[];
  offers: string[];
}

/** Values from which ids and the login of a demo teacher are derived. */
export interface DemoOrigin {
  seed: number;
  /** Number of the teacher in the demo data of that seed. */
  index: number;
  passwordHash: string;
}

/** First random stream for ids. Lower streams generate teachers. */
const ID_STREAMS = 2 ** 31;

/** Adds the rows of a teacher as the server would write them. The same origin results in the same ids. */
export function addDemoLines(lines: DemoLines, teacher: DemoTeacher, origin: DemoOrigin): void {
  const random = new Random(origin.seed, ID_STREAMS + origin.index);
  const person = personRow(teacher, mintId(teacher.createdAt, random));
  const requests = teacher.requests.map((request) =>
    requestRow(request, person.id, mintId(request.createdAt, random)),
  );
  const privacy = effectivePrivacy(person, requests);
  const hidden = privacyColumns(privacy);
  lines.users.push(copyLine(usersTarget, { ...person, ...hidden, password_hash: origin.passwordHash }));
  for (const request of requests) {
    const isOpen = request.status === 'active' || request.status === 'pending';
    const search = isOpen ? searchVector(searchWords(person, request, privacy)) : '';
    lines.requests.push(
      copyLine(requestsTarget, {
        ...request,
        search,
        from_district: person.district,
        from_block: person.block,
        stands_back: request.status === 'active' && request.id !== newestActive(requests)?.id,
      }),
    );
  }
  for (const offer of offersOf(person, requests)) lines.offers.push(copyLine(offersTarget, offer));
}

function personRow(teacher: DemoTeacher, id: string) {
  return {
    id,
    email: teacher.email,
    email_confirmed_at: teacher.createdAt,
    phone: teacher.phone,
    name: teacher.name,
    role: 'teacher' as const,
    is_active: true,
    school_name: teacher.schoolName,
    district: teacher.districtCode,
    block: teacher.blockCode,
    desired_district: teacher.desiredDistrictCode,
    desired_block: teacher.desiredBlockCode,
    subject: teacher.subjectCode,
    class_range: teacher.classRange,
    category: teacher.category,
    recruitment_batch: teacher.recruitmentBatch,
    joined_on: null,
    ...ownPrivacyColumns(nothingHidden),
    has_posted: teacher.requests.length > 0,
    is_demo: true,
    verified_at: null,
    created_at: teacher.createdAt,
  };
}

function requestRow(request: DemoRequest, userId: string, id: string) {
  return {
    id,
    user_id: userId,
    desired_district: request.desiredDistrictCode,
    desired_block: request.desiredBlockCode,
    subject: request.subjectCode,
    class_range: request.classRange,
    reason: request.reason,
    additional_info: request.additionalInfo,
    urgency: request.urgency,
    contact_preference: request.contactPreference,
    status: request.status,
    ...privacyColumns(request.privacy),
    created_at: request.createdAt,
    expires_at: new Date(request.createdAt.getTime() + REQUEST_LIFETIME_DAYS * MILLISECONDS_A_DAY),
  };
}

/** Returns a UUIDv7 of this millisecond. */
function mintId(createdAt: Date, random: Random): string {
  const bytes = new Uint8Array(16);
  for (let offset = 0; offset < bytes.length; offset += 4) {
    new DataView(bytes.buffer).setUint32(offset, random.word());
  }
  return newId({ msecs: createdAt.getTime(), random: bytes });
}

/** Returns the text of a `tsvector` in PostgreSQL's format. Words contain no quotation mark or backslash, so none needs escaping. */
function searchVector(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ');
}
