import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { administrator } from './people.ts';
import { addressOf, createAdministrator, projectFolder, type Template, templateVariable } from './product.ts';

/**
 * Prepares the database that is cloned for each journey file.
 * @returns a function that stops it.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  const { template, stop } = await startTemplate();
  process.env[templateVariable] = JSON.stringify(template);
  const DATABASE_URL = addressOf(template, template.name);
  await createAdministrator({ environment: { ...process.env, DATABASE_URL } }, administrator);
  return stop;
}

async function startTemplate(): Promise<{ template: Template; stop: () => Promise<void> }> {
  const program = join(projectFolder, 'apps/server/test/testing/processes/serve-template.ts');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const stop = async () => {
    child.stdin.end();
    await exit;
  };
  const failed = exit.then(() => Promise.reject(new Error('The template could not be made.')));
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), failed]);
  failed.catch(() => {});
  return { template: JSON.parse(line) as Template, stop };
}
