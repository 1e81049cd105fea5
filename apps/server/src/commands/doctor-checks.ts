import { execFile } from 'node:child_process';
import { access, constants, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';

/** What a check found. `unchecked` is no failure: it could not be looked at from here, or a parameter asks for it. */
export interface Finding {
  state: 'ok' | 'unchecked' | 'wrong';
  check: string;
  found: string;
  /** What to do, unless it is well. */
  todo?: string;
}

/** The part of `node:dns/promises` that the checks use. */
export interface Resolver {
  resolveTxt: (name: string) => Promise<string[][]>;
  resolve4: (name: string) => Promise<string[]>;
  reverse: (address: string) => Promise<string[]>;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NEWEST_BACKUP_WITHIN = 26 * HOUR;
const CERTIFICATE_DAYS = 14;
const FREE_SHARE = 0.15;
/** A process accepts 15,000 connections. */
const OPEN_FILES = 16_000;
const CLOCK_MS = 2_000;
const TIMEOUT_MS = 10_000;

export const ok = (check: string, found: string): Finding => ({ state: 'ok', check, found });
export const wrong = (check: string, found: string, todo: string): Finding => ({
  state: 'wrong',
  check,
  found,
  todo,
});
export const unchecked = (check: string, found: string, todo: string): Finding => ({
  state: 'unchecked',
  check,
  found,
  todo,
});

/** Checks what receivers of mail ask of the sender's domain: SPF, DKIM, DMARC, and the name of the mail server's address. */
export async function checkMailDomain(
  resolver: Resolver,
  { from, host, selector }: { from: string; host: string; selector: string | undefined },
): Promise<Finding[]> {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const findText = async (name: string, start: RegExp) => {
    const records = await resolver.resolveTxt(name).catch((): string[][] => []);
    return records.map((parts) => parts.join('')).find((text) => start.test(text));
  };
  const inDns = (check: string, name: string, text: string | undefined, example: string) =>
    text === undefined
      ? wrong(check, `${name} has no such record`, `Add a TXT record at ${name}: ${example}`)
      : ok(check, text);
  const key = `${selector}._domainkey.${domain}`;
  return [
    inDns('SPF', domain, await findText(domain, /^v=spf1 /i), 'v=spf1 include:YOUR-PROVIDER -all'),
    selector === undefined
      ? unchecked(
          'DKIM',
          'the name of the key is not known',
          'Give it: --dkim SELECTOR, as the mail provider names it',
        )
      : inDns('DKIM', key, await findText(key, /(^|;)\s*p=[^;\s]/i), 'what the mail provider shows'),
    inDns(
      'DMARC',
      `_dmarc.${domain}`,
      await findText(`_dmarc.${domain}`, /^v=DMARC1/i),
      'v=DMARC1; p=quarantine',
    ),
    await checkReverse(resolver, host),
  ];
}

/** Checks that an address of the mail server has a name that leads back to it. */
async function checkReverse(resolver: Resolver, host: string): Promise<Finding> {
  const check = 'reverse DNS';
  const [address] = await resolver.resolve4(host).catch((): string[] => []);
  if (address === undefined) return wrong(check, `${host} has no address`, 'Correct the host in SMTP_URL');
  const names = await resolver.reverse(address).catch((): string[] => []);
  for (const name of names)
    if ((await resolver.resolve4(name).catch((): string[] => [])).includes(address))
      return ok(check, `${address} is ${name}`);
  return wrong(
    check,
    `${address} of ${host} has no name that leads back to it`,
    'Ask the provider of that address for a PTR record. A mail provider has its own',
  );
}

/** Compares the database's clock with this machine's, and asks whether this one is kept right. */
export async function checkClock(databaseTime: Date, now: Date): Promise<Finding> {
  const seconds = Math.abs(databaseTime.getTime() - now.getTime()) / 1_000;
  if (1_000 * seconds > CLOCK_MS)
    return wrong(
      'clock',
      `this machine and the database differ by ${seconds.toFixed(1)} s`,
      'Run chrony on both',
    );
  const asked = promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value']);
  const { stdout } = await asked.catch(() => ({ stdout: '' }));
  if (stdout.trim() === 'yes') return ok('clock', 'synchronised, and the same as the database’s');
  if (stdout.trim() === 'no') return wrong('clock', 'not synchronised', 'systemctl enable --now chrony');
  return unchecked(
    'clock',
    'as the database’s; whether it is kept right is unknown',
    'Look at: chronyc tracking',
  );
}

export async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, blocks } = await statfs(folder);
  const share = bavail / blocks;
  const found = `${Math.round(100 * share)} % of the disk of ${folder} is free`;
  return share >= FREE_SHARE ? ok('disk', found) : wrong('disk', found, 'Make room, or use a larger disk');
}

/** Checks the age of the newest backup in the folder. */
export async function checkBackup(folder: string, now: Date): Promise<Finding> {
  const check = 'backup';
  const start =
    'Start one: systemctl start mutual-transfer-backup; its log: journalctl -u mutual-transfer-backup';
  try {
    await access(folder, constants.R_OK);
  } catch {
    return wrong(check, `${folder} is missing or cannot be read`, start);
  }
  const names = (await readdir(folder)).filter((name) => name.endsWith('.dump.age'));
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  if (times.length === 0) return wrong(check, `${folder} is empty`, start);
  const age = now.getTime() - Math.max(...times);
  const found = `the newest of ${times.length} is ${Math.round(age / HOUR)} hours old`;
  return age < NEWEST_BACKUP_WITHIN ? ok(check, found) : wrong(check, found, start);
}

/** Checks the number of files that the running processes may open. Another user's process cannot be read. */
export async function checkOpenFiles(): Promise<Finding> {
  const check = 'open files';
  const limits: number[] = [];
  for (const id of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('apps/server/src/main.ts')) continue;
    const text = await readFile(`/proc/${id}/limits`, 'utf8').catch(() => '');
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(text) ?? [];
    if (soft !== undefined) limits.push(soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft));
  }
  if (limits.length === 0)
    return unchecked(check, 'no process of the product runs here', 'Start it, then look again');
  const least = Math.min(...limits);
  return least >= OPEN_FILES
    ? ok(check, `each of ${limits.length} processes may open ${least}`)
    : wrong(check, `a process may open ${least} only`, `Set LimitNOFILE=65536 in the unit, and restart it`);
}

/** Checks that the site answers from outside with this version, its certificate, and that the payment provider's webhook arrives. */
export async function checkSite(publicUrl: string, commit: string, hasPayments: boolean): Promise<Finding[]> {
  const call = (path: string, method: string) =>
    fetch(new URL(path, publicUrl), { method, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const proxy = 'Look at the name in DNS, the firewall (ports 80 and 443) and the proxy: journalctl -u caddy';
  let answers: { health: Response; webhook: Response };
  try {
    answers = {
      health: await call('/api/health', 'GET'),
      webhook: await call('/api/payment/webhook', 'POST'),
    };
  } catch (error) {
    const reason = reasonOf(error);
    const todo = reason.includes('certificate') ? certificateTodo : proxy;
    return [wrong('site', `${publicUrl} does not answer: ${reason}`, todo)];
  }
  const health: unknown = await answers.health.json().catch(() => undefined);
  const there =
    typeof health === 'object' && health !== null && 'commit' in health ? health.commit : undefined;
  const site =
    there === commit
      ? ok('site', `${publicUrl} answers with the commit ${commit}`)
      : wrong(
          'site',
          `${publicUrl} answers ${answers.health.status}, commit ${there}; here is ${commit}`,
          `${proxy}; or restart the processes`,
        );
  // Without a signature the product refuses the call; any other answer comes from something else.
  const { status } = answers.webhook;
  const webhook = status === 400 || status === 401;
  return [
    site,
    ...(publicUrl.startsWith('https:') ? [await checkCertificate(new URL(publicUrl))] : []),
    ...(hasPayments
      ? [
          webhook
            ? ok('webhook', 'calls of the payment provider arrive, and an unsigned one is refused')
            : wrong(
                'webhook',
                `an unsigned call is answered ${status}`,
                `Let POST /api/payment/webhook through. ${proxy}`,
              ),
        ]
      : []),
  ];
}

const certificateTodo =
  'Caddy gets and renews it by itself once the name in DNS leads here and ports 80 and 443 are open: journalctl -u caddy says what failed';

async function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    timeout: TIMEOUT_MS,
  });
  try {
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY);
    return days >= CERTIFICATE_DAYS
      ? ok('certificate', `ends in ${days} days`)
      : wrong('certificate', `ends in ${days} days`, certificateTodo);
  } catch (error) {
    return wrong('certificate', reasonOf(error), certificateTodo);
  } finally {
    socket.destroy();
  }
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
