import { useTranslation } from '../platform/i18n/language.tsx';
import { Tag } from './tag.tsx';

/** A teacher whose name and phone number were verified. */
export function VerifiedTag({ user }: { user: { readonly isVerified: boolean } }) {
  const { t } = useTranslation();
  return user.isVerified ? <Tag tone="good">{t('person.verified')}</Tag> : null;
}
