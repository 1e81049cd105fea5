import { type Language, languageEntry, registerLanguage } from '@mutual-transfer/domain/language/language';
import type { TextTree } from '@mutual-transfer/domain/language/messages';
import { messages } from '@mutual-transfer/domain/language/packs/en/messages';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LanguageSwitch } from '../../navigation/language-switch.tsx';
import { TileMap } from '../../ui/tile-map.tsx';
import { cacheCatalogue } from './catalogue.ts';
import { LanguageProvider, useMessages, useReading, useTranslation } from './language.tsx';
import { useFormats, useNames } from './names.ts';
import { texts as visitor } from './texts/en-visitor.ts';

/** Language code that the product does not have. Only this test adds it. */
const madeUp = 'qaa' as Language;

/** Adds a mark to each English text, which shows the origin of the text. */
function marked<Texts>(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts as TextTree).map(([key, text]) => [
      key,
      typeof text === 'string' ? `«${text}»` : marked(text),
    ]),
  ) as Texts;
}

registerLanguage(madeUp, {
  name: 'Madeupish',
  invitation: 'Readu in Madeupish',
  locale: 'bn-IN',
  digits: 'beng',
  tileLetters: 3,
});
cacheCatalogue(
  madeUp,
  {
    texts: marked(visitor),
    messages: marked(messages),
    names: {
      districts: { gaya: 'Gayau' },
      subjects: { hindi: 'Hindiu' },
      classLevels: { '1-5': '1-5 Primaryu' },
      categories: { regular: 'Regularu' },
    },
  },
  { blocks: { blocks: { amas: 'Amasu' } } },
);

function Sample() {
  const { t } = useTranslation();
  const { language } = useReading();
  const names = useNames();
  const formats = useFormats();
  const messages = useMessages();
  const shown = [
    language,
    t('browse.count', { count: 1, formatted: formats.number(1) }),
    t('browse.count', { count: 7, formatted: formats.number(12_345) }),
    names.place('Gaya', 'Amas'),
    names.district('Patna'),
    names.subject('Hindi'),
    names.classLevel('1-5'),
    names.category('regular'),
    messages('text.tooLong', { maximum: 9 }),
  ];
  return <>{shown.join('|')}</>;
}

const inMadeUp = (children: React.ReactNode) =>
  renderToStaticMarkup(<LanguageProvider initial={madeUp}>{children}</LanguageProvider>);

it('a registered language is used for texts, plurals, names, numbers and messages', () => {
  expect(inMadeUp(<Sample />).split('|')).toEqual([
    'qaa',
    '«১ request»',
    '«১২,৩৪৫ requests»',
    '«Amasu, Gayau»',
    'Patna',
    'Hindiu',
    '1-5 Primaryu',
    'Regularu',
    '«Please write at most 9 characters.»',
  ]);
});

it('names of a registered language fit on the tiles of the map, and its digits are accepted', () => {
  const map = inMadeUp(
    <TileMap
      label=""
      measures={[{ id: 'coming', label: 'Coming', numberIn: () => 12 }]}
      renderPlace={({ content }) => content}
    />,
  );
  expect(map).toContain('Gayau');
  expect(map).toContain('>Ga<');
  expect(map).toContain('>১২<');
});

it('the language switch offers a registered language, and in that language the others', () => {
  expect(inMadeUp(<LanguageSwitch />).match(/lang="(\w+)"/g)).toEqual(['lang="en"', 'lang="hi"']);
  expect(languageEntry(madeUp).name).toBe('Madeupish');
});
