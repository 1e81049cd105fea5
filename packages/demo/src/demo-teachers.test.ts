import { emailSchema, phoneSchema } from '@mutual-transfer/domain/accounts/credentials';
import {
  ADDITIONAL_INFO_MAXIMUM_LENGTH,
  MAXIMUM_ACTIVE_REQUESTS,
  MILLISECONDS_A_DAY,
  NAME_MAXIMUM_LENGTH,
  NAME_MINIMUM_LENGTH,
  REASON_MAXIMUM_LENGTH,
  SCHOOL_NAME_MAXIMUM_LENGTH,
} from '@mutual-transfer/domain/constants';
import { line, paragraph } from '@mutual-transfer/domain/language/text';
import { ANY_BLOCK, blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { newTransferRequestSchema } from '@mutual-transfer/domain/requests/transfer-request';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DemoTeacher } from './demo-teacher.ts';
import { type DemoOptions, demoTeachers } from './demo-teachers.ts';

const NOW = new Date('2026-06-15T06:30:00.000Z');
function world(options: Partial<DemoOptions> = {}): DemoTeacher[] {
  return [...demoTeachers({ seed: 1, teachers: 2_000, now: NOW, ...options })];
}

const MANY = 20_000;
const teachers = world({ teachers: MANY });
const requests = teachers.flatMap((teacher) => teacher.requests.map((request) => ({ teacher, request })));

function activeOf(teacher: DemoTeacher) {
  return teacher.requests.filter(({ status }) => status === 'active');
}

describe('two data sets of the same options', () => {
  test('generate the same teachers', () => {
    expect(world({ teachers: 200 })).toEqual(world({ teachers: 200 }));
  });

  test('with another seed generate other teachers', () => {
    const [first, second] = [world({ teachers: 50 }), world({ teachers: 50, seed: 2 })];
    expect(first.filter(({ phone: number }, index) => number === second[index]?.phone)).toEqual([]);
    expect(first.map(({ name }) => name)).not.toEqual(second.map(({ name }) => name));
  });

  test('generate a teacher independently of the number of teachers before and after', () => {
    const whole = world({ teachers: 60 });
    fc.assert(
      fc.property(fc.nat(59), fc.nat(60), (first, count) => {
        const made = Math.min(count, 60 - first);
        expect(world({ first, teachers: made })).toEqual(whole.slice(first, first + made));
      }),
      { numRuns: 30 },
    );
  });

  test('accept any whole number as a seed', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (seed) => {
        expect(world({ seed, teachers: 3 })).toHaveLength(3);
      }),
      { numRuns: 30 },
    );
  });
});

describe('uniqueness', () => {
  test('emails and phones are unique', () => {
    expect(new Set(teachers.map((teacher) => teacher.email)).size).toBe(MANY);
    expect(new Set(teachers.map((teacher) => teacher.phone)).size).toBe(MANY);
  });

  test('a teacher has at most five active requests, all different', () => {
    for (const teacher of teachers) {
      const places = activeOf(teacher).map(
        (request) => `${request.desiredDistrictCode} ${request.desiredBlockCode}`,
      );
      expect(places.length).toBeLessThanOrEqual(MAXIMUM_ACTIVE_REQUESTS);
      expect(new Set(places).size).toBe(places.length);
    }
  });
});

describe('validity by the rules of the product', () => {
  /** Returns true if the schema accepts the text and leaves it unchanged. */
  function accepts(
    schema: { safeParse: (input: unknown) => { success: boolean; data?: unknown } },
    text: string,
  ) {
    const result = schema.safeParse(text);
    return result.success && result.data === text;
  }

  test('names, schools, emails and phones are valid', () => {
    const name = line(NAME_MINIMUM_LENGTH, NAME_MAXIMUM_LENGTH);
    const school = line(NAME_MINIMUM_LENGTH, SCHOOL_NAME_MAXIMUM_LENGTH);
    const wrong = teachers.filter(
      (teacher) =>
        !accepts(name, teacher.name) ||
        !accepts(school, teacher.schoolName) ||
        !accepts(emailSchema, teacher.email) ||
        !accepts(phoneSchema, teacher.phone),
    );
    expect(wrong).toEqual([]);
  });

  test('emails are at reserved domains (RFC 2606)', () => {
    expect(teachers.filter((teacher) => !/@example\.(com|org|net)$/.test(teacher.email))).toEqual([]);
  });

  test('requests are valid as posted', () => {
    for (const { request } of requests.slice(0, 3_000)) {
      const body = {
        desiredDistrict: districtByCode(request.desiredDistrictCode).name,
        desiredBlock:
          request.desiredBlockCode === null ? ANY_BLOCK : blockByCode(request.desiredBlockCode).name,
        subject: subjectByCode(request.subjectCode).name,
        classRange: request.classRange,
        reason: request.reason,
        additionalInfo: request.additionalInfo,
        urgency: request.urgency,
        contactPreference: request.contactPreference,
        privacySettings: request.privacy,
      };
      expect(newTransferRequestSchema.parse(body)).toEqual({ ...body, alsoAcceptable: [] });
    }
  });

  test('texts contain no placeholders, digits of a phone or empty words', () => {
    const reason = paragraph(1, REASON_MAXIMUM_LENGTH);
    const info = paragraph(1, ADDITIONAL_INFO_MAXIMUM_LENGTH);
    const wrong = requests.filter(
      ({ request }) =>
        !accepts(reason, request.reason) ||
        !accepts(info, request.additionalInfo) ||
        /[{}]|\d{5}|undefined| {2}/.test(request.reason + request.additionalInfo),
    );
    expect(wrong).toEqual([]);
  });
});

describe('places', () => {
  test('every block lies in the district beside it', () => {
    for (const teacher of teachers) {
      expect(blockByCode(teacher.blockCode).districtCode).toBe(teacher.districtCode);
      for (const wish of [teacher, ...teacher.requests]) {
        if (wish.desiredBlockCode === null) continue;
        expect(blockByCode(wish.desiredBlockCode).districtCode).toBe(wish.desiredDistrictCode);
      }
    }
  });

  test('no teacher wishes for their own block', () => {
    const wrong = teachers.filter((teacher) =>
      [teacher, ...teacher.requests].some((wish) => wish.desiredBlockCode === teacher.blockCode),
    );
    expect(wrong).toEqual([]);
  });

  test('every district and almost every block has teachers', () => {
    expect(new Set(teachers.map(({ districtCode }) => districtCode)).size).toBe(38);
    expect(new Set(teachers.map(({ blockCode }) => blockCode)).size).toBeGreaterThan(520);
  });
});

describe('times of demo data', () => {
  test('no time is after now, before the account, or so long ago that the request has expired', () => {
    for (const teacher of teachers) {
      expect(NOW.getTime() - teacher.createdAt.getTime()).toBeLessThanOrEqual(170 * MILLISECONDS_A_DAY);
      for (const request of teacher.requests) {
        expect(request.createdAt.getTime()).toBeGreaterThanOrEqual(teacher.createdAt.getTime());
        expect(request.createdAt.getTime()).toBeLessThanOrEqual(NOW.getTime());
      }
    }
  });

  test('requests are ordered oldest first', () => {
    for (const teacher of teachers) {
      const times = teacher.requests.map(({ createdAt }) => createdAt.getTime());
      expect(times).toEqual(times.toSorted((first, second) => first - second));
    }
  });
});

describe('options and groups', () => {
  test('the share of teachers with a request is an option', () => {
    expect(world({ requestsShare: 0 }).filter((teacher) => activeOf(teacher).length > 0)).toEqual([]);
    expect(world({ requestsShare: 1 }).filter((teacher) => activeOf(teacher).length === 0)).toEqual([]);
  });

  test('only school teachers have a recruitment batch', () => {
    const wrong = teachers.filter(
      ({ recruitmentBatch, category }) => recruitmentBatch !== null && category !== 'school',
    );
    expect(wrong).toEqual([]);
  });
});

describe('a showcase of two thousand', () => {
  /** Returns true if an active request of the taker asks for the giver's place. */
  function canTake(taker: DemoTeacher, giver: DemoTeacher): boolean {
    return activeOf(taker).some(
      (wish) =>
        wish.desiredDistrictCode === giver.districtCode &&
        (wish.desiredBlockCode === null || wish.desiredBlockCode === giver.blockCode),
    );
  }

  function arePerfect(first: DemoTeacher, second: DemoTeacher): boolean {
    return first !== second && canTake(first, second) && canTake(second, first);
  }

  test.each([1, 2, 3])('of seed %i gives at least one in seven a perfect match', (seed) => {
    const showcase = world({ preset: 'showcase', seed });
    const strata = Map.groupBy(
      showcase,
      ({ subjectCode, classRange, category }) => `${subjectCode} ${classRange} ${category}`,
    );
    const matched = showcase.filter((teacher) =>
      strata
        .get(`${teacher.subjectCode} ${teacher.classRange} ${teacher.category}`)
        ?.some((other) => arePerfect(teacher, other)),
    );
    expect(matched.length / showcase.length).toBeGreaterThan(1 / 7);
  });

  test('has all class levels, most subjects and every district', () => {
    const showcase = world({ preset: 'showcase' });
    expect(new Set(showcase.map(({ classRange }) => classRange)).size).toBe(4);
    expect(new Set(showcase.map(({ subjectCode }) => subjectCode)).size).toBeGreaterThan(20);
    expect(new Set(showcase.map(({ desiredDistrictCode }) => desiredDistrictCode)).size).toBeGreaterThan(33);
  });
});
