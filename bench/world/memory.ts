import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/**
 * Returns the memory of all PostgreSQL processes in bytes, with shared pages counted once; undefined if they are on
 * another machine or cannot be inspected.
 */
export async function postgresMemory(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
  const sizes = await Promise.all(rows.map(({ pid }) => proportionalSize(pid)));
  const known = sizes.filter((size) => size !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, size) => sum + size, 0);
}

/** Checks the name of the process too, because the id may belong to a process of another machine. */
async function proportionalSize(processId: number): Promise<number | undefined> {
  const read = (name: string) => readFile(`/proc/${processId}/${name}`, 'utf8').catch(() => '');
  const [name, sizes] = await Promise.all([read('comm'), read('smaps_rollup')]);
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(sizes)?.[1];
  return name.startsWith('postgres') && kilobytes !== undefined ? Number(kilobytes) * 1_024 : undefined;
}
