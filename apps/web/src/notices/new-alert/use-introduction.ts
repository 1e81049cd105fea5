import type { Person } from '@mutual-transfer/domain/accounts/user';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import { useSession } from '../../platform/session/session.ts';

/** Subject and first lines of an email to another teacher. */
export interface Introduction {
  readonly subject: string;
  readonly text: string;
}

/**
 * Returns a formatter of the first lines of an email: the user's name, subject, place of work and desired place. The lines are `undefined`
 * for users without a posting.
 */
export function useIntroduction(): (
  to: Pick<Person, 'district' | 'postingBlock'>,
) => Introduction | undefined {
  const { t } = useTranslation();
  const names = useNames();
  const me = useSession()?.user;
  return (to) => {
    if (!me?.district || !me.postingBlock || !me.subject || !me.classRange) return undefined;
    const values = {
      name: me.name,
      subject: names.subject(me.subject),
      classes: me.classRange,
      from: names.place(me.district, me.postingBlock),
      to: names.place(to.district, to.postingBlock),
    };
    return { subject: t('letter.subject', values), text: t('letter.text', values) };
  };
}
