import { availableParallelism, cpus, totalmem } from 'node:os';
import { whole } from './table.ts';

/** The machine and the versions, in a sentence. */
export function machineSentence(postgresVersion: string): string {
  const [processor] = cpus();
  const gigabytes = whole(totalmem() / 2 ** 30);
  return (
    `${availableParallelism()} cores of ${processor?.model.trim() || 'an unknown processor'}, ${gigabytes} GB; ` +
    `Node ${process.version.slice(1)}, PostgreSQL ${postgresVersion}. ` +
    'The load generator, the servers and PostgreSQL share the cores.'
  );
}
