// The licences of the packages that the product contains or runs on, as the installed packages state them. Part of the build; asks no registry.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of the files in which a package states its licence. */
const LICENCE = /^(licen[cs]e|copying|notice|ofl)/i;

/**
 * Returns the notices of all packages that are not for development only. Packages with the same text share it.
 * @param {string} folder
 * @param {Record<string, { version?: string, license?: string, dev?: boolean, link?: boolean }>} packages
 */
export function thirdPartyNotices(folder, packages) {
  /** @type {Map<string, string[]>} */
  const namesOfTexts = new Map();
  for (const [path, { version, license, dev, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || dev || link || !existsSync(join(folder, path))) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const text = textsIn(join(folder, path)) || 'The package contains no text of its licence.';
    namesOfTexts.set(text, [
      ...(namesOfTexts.get(text) ?? []),
      `${name} ${version} (${license ?? 'see below'})`,
    ]);
  }
  const parts = [...namesOfTexts].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  return ['Software of others in this product, with its licences\n', ...parts].join(
    `\n${'-'.repeat(80)}\n\n`,
  );
}

/** @param {string} folder */
function textsIn(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && LICENCE.test(entry.name),
  );
  return files.map(({ name }) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}
