import type { ReactNode } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import classes from './tag.module.css';

export type Tone = 'good' | 'fair' | 'low' | 'faint' | 'urgent';

/** Short label in a colour that carries meaning. */
export function Tag({ tone = 'low', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}

/** Tag of a teacher with a verified name and phone number. */
export function VerifiedTag({ user }: { user: { isVerified: boolean } }) {
  const { t } = useTranslation();
  return user.isVerified ? <Tag tone="good">{t('person.verified')}</Tag> : null;
}
