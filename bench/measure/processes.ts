import { readFile } from 'node:fs/promises';

const TICKS_A_SECOND = 100;

/** Returns the peak memory of a process in bytes, or undefined if the platform does not report it. */
export async function peakMemoryOf(processId: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}

/**
 * Returns the processor time of a process. In its status, the fields after the name in parentheses start with the third; the fourteenth and
 * fifteenth are times in ticks (proc_pid_stat(5)).
 */
export async function processorSecondsOf(processId: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${processId}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
