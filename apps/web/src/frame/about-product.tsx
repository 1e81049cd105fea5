import { languageEntry } from '@mutual-transfer/domain/language/language';
import { useReading } from '../platform/i18n/language.tsx';

/** What search engines and the previews of links say of the product; React puts it into the head. */
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
