import { join } from 'node:path';
import { type RecordedApp, startRecordedApp } from './recorded-app.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { databaseOf, type Stage } from './stage.ts';

/** Stage with the bare route beside the app, and an app that records what the bare route repeats. */
export interface Comparison extends Stage {
  readonly bare: ServerProcess;
  readonly recorded: RecordedApp;
}

export async function addBareRoute(stage: Stage): Promise<Comparison> {
  const { databaseUrl, tokenSecret } = stage;
  const bare = await startServer(join(import.meta.dirname, 'bare-server.ts'), databaseOf(databaseUrl));
  const recorded = await startRecordedApp(databaseUrl, tokenSecret);
  const close = async () => {
    await Promise.all([stage.close(), bare.stop(), recorded.close()]);
  };
  return { ...stage, bare, recorded, close };
}
