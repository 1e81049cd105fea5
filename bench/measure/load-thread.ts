import { parentPort, workerData } from 'node:worker_threads';
import { load } from './load.ts';

/** Thread of `loadOnThread`. */
parentPort?.postMessage(await load(workerData));
