import type { Login, Registration, Session } from '@mutual-transfer/domain/accounts/user';
import type { FastifyRequest } from 'fastify';
import { AppError, toAppError } from '../../errors.ts';
import type { MessageChannel } from '../../limits/limit-policies.ts';
import type { AccountDependencies } from '../dependencies.ts';
import { accountsOfDevice } from '../device-mark.ts';
import { isAmong, logIn, register } from './auth.service.ts';
import { useCaptcha } from './captchas.ts';

/** Registers after the security check, under the limits of registration; only accounts that are made count. */
export async function guardedRegistration(
  dependencies: AccountDependencies,
  request: FastifyRequest<{ Body: Registration }>,
): Promise<Session> {
  const { db, limits, now } = dependencies;
  const { body } = request;
  await requireProofOfScripts(dependencies, request, body);
  await useCaptcha(db, body, now());
  const takeBack = await limits.registration(request);
  return register(dependencies, request, body).catch(async (error: unknown) => {
    await takeBack();
    if (tellsTaken(error)) await countTaken(dependencies, request, body.email);
    throw error;
  });
}

/** Returns true for an error that tells the caller of another account with that email or phone. */
export function tellsTaken(error: unknown): boolean {
  const { code } = toAppError(error);
  return code === 'email_taken' || code === 'phone_taken';
}

/**
 * Counts that the caller is told of an email or phone that another account has.
 *
 * @param email the account that the caller makes or has.
 */
export async function countTaken(
  { limits }: Pick<AccountDependencies, 'limits'>,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  await limits.noteFailure(request.ip, email);
  await limits.taken(request);
}

/** Signs in after the security check, under the limits of signing in; only wrong passwords count. */
export async function guardedLogin(
  dependencies: AccountDependencies,
  request: FastifyRequest<{ Body: Login }>,
): Promise<Session> {
  const { db, limits, now } = dependencies;
  const { ip: address, body } = request;
  const isKnownDevice = await isAmong(db, await accountsOfDevice(dependencies, request), body.email);
  if (!isKnownDevice) await requireProofOfScripts(dependencies, request, body);
  await useCaptcha(db, body, now());
  const takeBack = await limits.login(request, { email: body.email, address, isKnownDevice });
  const session = await logIn(dependencies, request, body).catch(async (error: unknown) => {
    if (toAppError(error).code === 'credentials_wrong') await limits.noteFailure(address, body.email);
    else await takeBack();
    throw error;
  });
  await takeBack();
  return session;
}

/** Lets a code or a link be sent to a phone or an address that a visitor names: after the security check, under the limits of messages. */
export async function guardMessage(
  { db, limits, now }: Pick<AccountDependencies, 'db' | 'limits' | 'now'>,
  request: FastifyRequest,
  check: Parameters<typeof useCaptcha>[1],
  { channel, recipient }: { readonly channel: MessageChannel; readonly recipient: string },
): Promise<void> {
  await useCaptcha(db, check, now());
  await limits.message(request, channel, recipient);
}

/**
 * Asks for a proof of work beside the security check where the address or the account behaves like a script. The check
 * itself is not used up, so the same answer can be sent again with the proof.
 *
 * @throws {AppError} `proof_needed` without a proof that is new and right.
 */
async function requireProofOfScripts(
  { limits, proofs, now }: Pick<AccountDependencies, 'limits' | 'proofs' | 'now'>,
  { ip }: FastifyRequest,
  { email, proof }: { email: string; proof?: string | undefined },
): Promise<void> {
  if (!(await limits.needsProof(ip, email))) return;
  const id = proof === undefined ? undefined : await proofs.read(proof, now());
  if (id === undefined || !(await limits.useProof(id))) throw new AppError('proof_needed');
}
