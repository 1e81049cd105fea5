import { languageEntry } from '@mutual-transfer/domain/language/language';
import { matchPath, useLocation } from 'react-router';
import { useReading } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';

/** Metadata for search engines and link previews. React hoists it into the head. */
export function AboutProduct() {
  const { t } = useReading();
  const { pathname } = useLocation();
  return (
    <>
      <meta content={t('product.name')} property="og:site_name" />
      {matchPath(paths.share, pathname) === null && <Description />}
    </>
  );
}

/** Description of the product. The page of a shared link has its own instead. */
function Description() {
  const { language, t } = useReading();
  return (
    <>
      <meta content={t('product.description')} name="description" />
      <meta content={t('product.tagline')} property="og:title" />
      <meta content={t('product.description')} property="og:description" />
      <meta content="website" property="og:type" />
      <meta content={languageEntry(language).locale.replace('-', '_')} property="og:locale" />
    </>
  );
}
