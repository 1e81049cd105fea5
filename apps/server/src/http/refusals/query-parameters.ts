import { AppError } from '../../errors.ts';
import type { App } from '../dependencies.ts';

/**
 * Refuses empty and repeated query parameters of the API. Otherwise a resource would have any number of URLs of up to 16 kB each, and
 * servers and proxies interpret a repeated parameter differently.
 */
export function refuseOddParameters(app: App): void {
  app.addHook('preValidation', async ({ originalUrl }) => {
    const [, query = ''] = originalUrl.split('?', 2);
    if (query !== '') refuseIn(query);
  });
}

function refuseIn(query: string): void {
  const seen = new Set<string>();
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=', 2);
    if (name === '') throw new AppError('malformed');
    const isOdd = value === '' || seen.has(name);
    if (isOdd) throw new AppError('validation_failed', { fields: { [name]: 'field.invalid' } });
    seen.add(name);
  }
}
