import type { Config } from '../../../config.ts';
import { createMsg91 } from './msg91.ts';
import { type SmsSender, sandboxSms } from './sms-sender.ts';

const TIMEOUT_MS = 8_000;

/** Returns MSG91 if its keys are configured, else the sandbox, or `undefined` in production. */
export function chooseSms({ msg91, mode }: Config): SmsSender | undefined {
  if (msg91) return createMsg91(msg91, TIMEOUT_MS);
  return mode === 'production' ? undefined : sandboxSms;
}
