import { useTranslation } from '../platform/i18n/language.tsx';
import { Tag } from './tag.tsx';

/** Tag of a teacher with a verified name and phone number. */
export function VerifiedTag({ user }: { user: { readonly isVerified: boolean } }) {
  const { t } = useTranslation();
  return user.isVerified ? <Tag tone="good">{t('person.verified')}</Tag> : null;
}
