import '@fontsource/noto-sans-devanagari/400.css';
import '@fontsource/noto-sans-devanagari/600.css';
import '@fontsource/noto-sans-devanagari/700.css';

/** First font of the product. Tests also load its Latin letters, so that layout does not depend on the fonts of the machine. */
const FONT = '"Noto Sans Devanagari"';

await Promise.all(
  [400, 600, 700].flatMap((weight) =>
    ['a', 'क'].map((text) => document.fonts.load(`${weight} 16px ${FONT}`, text)),
  ),
);
