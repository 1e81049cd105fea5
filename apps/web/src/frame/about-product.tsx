import { languageEntry } from '@mutual-transfer/domain/language/language';
import { useReading } from '../platform/i18n/language.tsx';

/** Metadata for search engines and link previews. React hoists it into the head. */
export function AboutProduct() {
  const { language, t } = useReading();
  return (
    <>
      <meta content={t('product.description')} name="description" />
      <meta content={t('product.name')} property="og:site_name" />
      <meta content={t('product.tagline')} property="og:title" />
      <meta content={t('product.description')} property="og:description" />
      <meta content="website" property="og:type" />
      <meta content={languageEntry(language).locale.replace('-', '_')} property="og:locale" />
    </>
  );
}
