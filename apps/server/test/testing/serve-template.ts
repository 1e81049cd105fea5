/** Serves the template to tests that are not started by Vitest: prints its address, and stops when its input ends. */
import { once } from 'node:events';
import { startTemplate, TEMPLATE } from './template-database.ts';

const { address, stop } = await startTemplate();
console.info(JSON.stringify({ ...address, name: TEMPLATE }));
process.stdin.resume();
await once(process.stdin, 'end');
await stop();
process.exit();
