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
 * `npm run bench:lighthouse [-- --write]`: what Lighthouse's mobile preset says of the built product, each page five
 * times. Prints the table of medians; `--write` puts it into docs/performance.md. A target that is missed is said, and
 * no failure: scores depend on the machine. Not to have measured is one.
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

/** Lighthouse has packages and a lock file of its own, which starting and testing the product need not install. */
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

/** One after the other, or they would take each other's time. */
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
