import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Alert } from '@mutual-transfer/domain/notices/alert';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer, proposed, seen } from '../testing/agreements.ts';
import {
  callerOf,
  type ServerProcess,
  startServer,
  stopServers,
} from '../testing/processes/server-process.ts';
import { ringOfThree, steps, type Wisher, wish } from '../testing/ring-of-three.ts';

const SUBJECTS = ['Urdu', 'Sanskrit', 'Hindi', 'Science'];

let folder: string;
let server: ServerProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-agreed-'));
  server = await startServer({ DATA_DIR: folder });
});

afterEach(async () => {
  await stopServers();
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

/** Proposed ring that lacks its last yes, and a competing proposal with one of its members. */
interface Waiting {
  ring: readonly [Wisher, Wisher, Wisher];
  rival: Wisher;
  id: string;
  rivalId: string;
}

const caller = () => callerOf(server.base);

async function waiting(subject: string): Promise<Waiting> {
  const ring = await ringOfThree(caller(), subject);
  const rival = await wish(caller(), steps[1], { registration: { subject } });
  const id = await proposed(caller(), ring);
  const rivalId = await proposed(caller(), [ring[0], rival, ring[2]]);
  await answer(caller(), ring[1], id, 'yes');
  return { ring, rival, id, rivalId };
}

/**
 * Sends the last yes and kills the server without waiting for the response. The progress at that time is unknown, so
 * the checks after the kill must hold at every point.
 */
async function killAfter({ ring, id }: Waiting, milliseconds: number): Promise<void> {
  const last = answer(caller(), ring[2], id, 'yes').catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await server.stop('SIGKILL');
  await last;
  server = await startServer({ DATA_DIR: folder });
}

async function alertsOf({ teacher }: Wisher): Promise<Alert[]> {
  const response = await caller().call({ url: '/api/alerts', token: teacher.token });
  return response.json<{ data: { alerts: Alert[] } }>().data.alerts;
}

const countNotices = async (who: Wisher, kind: Alert['kind'], agreementId: string) =>
  (await alertsOf(who)).filter((alert) => alert.kind === kind && alert.agreementId === agreementId).length;

it('a server killed repeatedly between the last yes and its consequences loses nothing and sends no notice twice', async () => {
  const all: Waiting[] = [];
  for (const subject of SUBJECTS) all.push(await waiting(subject));
  for (const [index, one] of all.entries()) await killAfter(one, index * 8);
  for (const { ring, rival, id, rivalId } of all) {
    // A caller without a response retries. The yes was stored completely, or not at all.
    const again = await answer(caller(), ring[2], id, 'yes');
    expect([200, 409]).toContain(again.statusCode);
    await expect.poll(async () => (await seen(caller(), ring[0], id)).state).toBe('agreed');
    for (const member of ring) {
      expect(await countNotices(member, 'agreed', id)).toBe(1);
      const { requests } = (
        await caller().call({ url: '/api/requests/my', token: member.teacher.token })
      ).json();
      expect(requests.map(({ status }: { status: string }) => status)).toEqual(['pending']);
    }
    expect(await seen(caller(), rival, rivalId)).toMatchObject({
      state: 'superseded',
      reason: 'other_agreement',
    });
    expect(await countNotices(rival, 'agreement_ended', rivalId)).toBe(1);
    expect(await countNotices(ring[2], 'agreement_ended', rivalId)).toBe(0);
  }
});
