import { randomInt } from 'node:crypto';
import type { Captcha } from '@mutual-transfer/domain/accounts/credentials';
import { CAPTCHA_LIFETIME } from '@mutual-transfer/domain/constants';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { Kysely } from 'kysely';
import { validate as isUuid, v7 as newId } from 'uuid';
import { deleteOldRows } from '../../database/delete-old-rows.ts';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';

/** Creates a sum or difference of small numbers. The answer is stored on the server for five minutes. */
export async function createCaptcha(db: Kysely<Database>, language: Language, now: Date): Promise<Captcha> {
  const [smaller = 1, larger = 1] = [randomInt(1, 11), randomInt(1, 11)].sort((a, b) => a - b);
  const isSum = randomInt(2) === 0;
  const token = newId();
  const expires_at = new Date(now.getTime() + CAPTCHA_LIFETIME);
  await db
    .insertInto('captchas')
    .values({ token, answer: isSum ? larger + smaller : larger - smaller, expires_at })
    .execute();
  const key = isSum ? 'captcha.sum' : 'captcha.difference';
  return { token, question: messagesIn(language)(key, { first: larger, second: smaller }) };
}

/** Uses up a captcha with one attempt, right or wrong. @throws {AppError} `captcha_failed` unless the answer is right. */
export async function useCaptcha(
  db: Kysely<Database>,
  { captchaToken, captchaAnswer }: { captchaToken: string; captchaAnswer: string },
  now: Date,
): Promise<void> {
  const used = isUuid(captchaToken)
    ? await db
        .deleteFrom('captchas')
        .where('token', '=', captchaToken)
        .returning(['answer', 'expires_at'])
        .executeTakeFirst()
    : undefined;
  const isRight =
    used !== undefined &&
    used.expires_at > now &&
    /^-?\d{1,4}$/.test(captchaAnswer.trim()) &&
    Number(captchaAnswer) === used.answer;
  if (!isRight) throw new AppError('captcha_failed', { fields: { captchaAnswer: 'error.captcha_failed' } });
}

export function deleteExpiredCaptchas(db: Kysely<Database>, now: Date): Promise<void> {
  return deleteOldRows(db, 'captchas', 'expires_at', now);
}
