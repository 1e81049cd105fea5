import { workerData } from 'node:worker_threads';

const INTERVAL_MS = 500;

/** Thread of a planning process that kills it when its parent process has ended. */
setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);
