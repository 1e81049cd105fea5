import { languages } from '@mutual-transfer/domain/language';
import { expect, it } from 'vitest';
import { englishInside } from '../i18n/texts/english-inside.ts';
import { hindiInside } from '../i18n/texts/hindi-inside.ts';
import { translator } from '../i18n/translation.ts';
import { listed } from './privacy-words.ts';

const texts = { en: englishInside, hi: hindiInside };

it.each(languages)('things are listed in %s as Intl lists them', (language) => {
  const list = new Intl.ListFormat(`${language}-IN`);
  const t = translator(language, texts[language]);
  for (const things of [['A'], ['A', 'B'], ['A', 'B', 'C'], ['A', 'B', 'C', 'D']]) {
    expect(listed(things, t)).toBe(list.format(things));
  }
});
