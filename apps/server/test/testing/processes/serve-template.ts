/** Serves the template database to tests that Vitest does not start. Prints its address, and stops when its standard input ends. */
import { once } from 'node:events';
import { startTemplate, TEMPLATE } from './template-database.ts';

const { address, stop } = await startTemplate();
console.info(JSON.stringify({ ...address, name: TEMPLATE }));
process.stdin.resume();
await once(process.stdin, 'end');
await stop();
process.exit();
