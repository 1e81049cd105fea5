import { v7 as newId } from 'uuid';
import { createTokens } from '../../src/platform/tokens.ts';
import { type TestApp, TOKEN_SECRET } from './test-app.ts';

const tokens = createTokens(TOKEN_SECRET);
const LIFETIME = 24 * 60 * 60 * 1_000;

/** Creates a session directly and returns its token. A login would cost a password hash. */
export async function signIn(
  { database, clock }: TestApp,
  userId: string,
  impersonatorId: string | null = null,
): Promise<string> {
  const id = newId();
  const administrator_session_id = impersonatorId === null ? null : newId();
  const expires_at = new Date(clock.now.getTime() + LIFETIME);
  const times = { created_at: clock.now, expires_at };
  const impersonation = { impersonator_id: impersonatorId, administrator_session_id };
  const sessions = [
    ...(impersonatorId === null || administrator_session_id === null
      ? []
      : [{ id: administrator_session_id, user_id: impersonatorId, ...times }]),
    { id, user_id: userId, ...impersonation, ...times },
  ];
  for (const session of sessions) await database.db.insertInto('sessions').values(session).execute();
  const behind = impersonatorId === null ? {} : { impersonatorId };
  return tokens.sign({ id, userId, ...behind, expiresAt: expires_at });
}
