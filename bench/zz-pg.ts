import { startEmbeddedPostgres } from '/tmp/w/lead2/apps/server/src/platform/database/embedded-postgres.ts';
const s = await startEmbeddedPostgres('/tmp/w/lead2/.data/bench/postgres');
console.log(JSON.stringify(s));
process.on('SIGTERM', async () => { await s.stop(); process.exit(0); });
setInterval(() => {}, 1e6);
