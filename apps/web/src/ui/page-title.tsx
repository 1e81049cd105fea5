import { useTranslation } from '../platform/i18n/language.tsx';

/** Title of the browser tab. React hoists it into the head. */
export function PageTitle({ text }: { text: string }) {
  const { t } = useTranslation();
  return <title>{`${text} · ${t('product.name')}`}</title>;
}
