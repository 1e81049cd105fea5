import { parentPort, workerData } from 'node:worker_threads';
import { load } from './measure.ts';

/** Thread of `loadOnThread`. */
parentPort?.postMessage(await load(workerData));
