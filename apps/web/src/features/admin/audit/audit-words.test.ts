import { auditActions } from '@mutual-transfer/domain/audit-actions';
import { allLanguages } from '@mutual-transfer/domain/language';
import { expect, it } from 'vitest';
import { catalogueOf, loadCatalogue } from '../../../i18n/catalogue.ts';
import { auditTexts } from './audit-words.ts';

it.each(allLanguages())('each action the server writes has words of its own in %s', async (language) => {
  await loadCatalogue(language, ['admin']);
  const { t } = catalogueOf(language);
  const words = auditActions.map((action) => t(auditTexts[action]));
  expect(new Set(words).size).toBe(auditActions.length);
  expect(words.filter((text) => text === '' || text.startsWith('admin.'))).toEqual([]);
  expect(Object.keys(auditTexts).toSorted()).toEqual([...auditActions].toSorted());
});
