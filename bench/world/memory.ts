import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/**
 * The memory of all processes of PostgreSQL, what they share counted once, in bytes; undefined where they are not on this
 * machine or may not be looked at.
 */
export async function postgresMemory(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
  const sizes = await Promise.all(rows.map(({ pid }) => proportionalSize(pid)));
  const known = sizes.filter((size) => size !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, size) => sum + size, 0);
}

/** Processes of other machines may have the numbers of ours, so the name counts too. */
async function proportionalSize(processId: number): Promise<number | undefined> {
  const read = (name: string) => readFile(`/proc/${processId}/${name}`, 'utf8').catch(() => '');
  const [name, sizes] = await Promise.all([read('comm'), read('smaps_rollup')]);
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(sizes)?.[1];
  return name.startsWith('postgres') && kilobytes !== undefined ? Number(kilobytes) * 1_024 : undefined;
}
