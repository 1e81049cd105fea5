import { v7 as newId } from 'uuid';
import { createTokens } from '../../src/accounts/tokens.ts';
import { type TestApp, TOKEN_SECRET } from './test-app.ts';

const tokens = createTokens(TOKEN_SECRET);
const LIFETIME = 24 * 60 * 60 * 1_000;

/** A token of a new session that never went through the login, which costs a password's hash. */
export async function signIn(
  { database, clock }: TestApp,
  userId: string,
  impersonatorId: string | null = null,
): Promise<string> {
  const id = newId();
  const expires_at = new Date(clock.now.getTime() + LIFETIME);
  const session = { id, user_id: userId, impersonator_id: impersonatorId, created_at: clock.now, expires_at };
  await database.db.insertInto('sessions').values(session).execute();
  return tokens.sign({ id, userId, expiresAt: expires_at });
}
