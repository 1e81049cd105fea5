import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../scripts/browser.mjs';
import { type Figures, measure } from './lighthouse/measure.ts';
import { type Page, pages } from './lighthouse/pages.ts';
import { type RunningProduct, startProduct } from './lighthouse/running-product.ts';
import { type Measured, medianOf, nameOf, tableOf } from './lighthouse/table.ts';
import { writeDocumentation } from './report/documentation.ts';

/**
 * `npm run bench:lighthouse [-- --write]`: runs Lighthouse's mobile preset on the built product, five times per page.
 * Prints the table of medians; `--write` puts it into docs/performance.md. A missed target is reported but is no
 * failure, because scores depend on the machine. A failed measurement is a failure.
 */
const RUNS = 5;
const folder = join(import.meta.dirname, 'lighthouse');
const place = {
  document: 'docs/performance.md',
  begin: '<!-- bench:lighthouse -->',
  end: '<!-- /bench:lighthouse -->',
};

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
installLighthouse();
const table = tableOf(await measureAll());
console.info(`\n${table}`);
if (values.write) await writeDocumentation(table, place);

/** Installs Lighthouse, which has its own packages and lock file, so that starting and testing the product does not need it. */
function installLighthouse(): void {
  if (existsSync(join(folder, 'node_modules/lighthouse'))) return;
  console.info('Installing Lighthouse …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const parameters = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync(npm, parameters, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function measureAll(): Promise<Measured[]> {
  const browserPath = findBrowser();
  const product = await startProduct();
  const measured: Measured[] = [];
  try {
    for (const page of pages) {
      measured.push({ page, median: medianOf(await runs(product, page, browserPath)) });
    }
  } finally {
    await product.stop();
  }
  return measured;
}

/** Runs the measurements one after the other, because concurrent runs would slow each other down. */
async function runs(product: RunningProduct, page: Page, browserPath: string): Promise<Figures[]> {
  const figures: Figures[] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    const { figures: found, complaints } = await measure(product, page, browserPath);
    figures.push(found);
    console.info(`${nameOf(page)}, run ${run}: performance ${found.performance}`);
    for (const complaint of complaints) console.info(`  ${complaint}`);
  }
  return figures;
}
