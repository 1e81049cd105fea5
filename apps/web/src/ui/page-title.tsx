import { useTranslation } from '../platform/i18n/language.tsx';

/** The title of the browser's tab, in the reader's language; React puts it into the head. */
export function PageTitle({ text }: { text: string }) {
  const { t } = useTranslation();
  return <title>{`${text} · ${t('product.name')}`}</title>;
}
