import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** Server in a child process, which exits with this one. */
export interface ServerProcess {
  /** Scheme, host and port. */
  readonly base: string;
  /** Lines printed so far. */
  readonly lines: readonly string[];
  /** Returns the peak memory in bytes, or undefined if the platform does not report it. */
  readonly peakMemory: () => Promise<number | undefined>;
  /** Returns the processor time used so far. */
  readonly processorSeconds: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the file and waits until it prints `… is at ADDRESS`.
 * @throws {Error} if it exits before.
 */
export async function startServer(
  file: string,
  variables: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const lines: string[] = [];
  const base = await untilListening(child, file, lines);
  return {
    base,
    lines,
    peakMemory: () => peakMemoryOf(child.pid),
    processorSeconds: () => processorSecondsOf(child.pid),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

function untilListening(child: ChildProcess, file: string, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${file} ended before it listened.`)));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const address = / is at (\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
}

async function peakMemoryOf(processId: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}

const TICKS_A_SECOND = 100;

/**
 * Returns the processor time of a process. In its status, the fields after the name in parentheses start with the third; the fourteenth and
 * fifteenth are times in ticks (proc_pid_stat(5)).
 */
export async function processorSecondsOf(processId: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${processId}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
