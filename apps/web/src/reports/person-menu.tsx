import { useContext } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { useSession } from '../platform/session/session.ts';
import button from '../ui/button.module.css';
import { OpenPersonDialog } from './person-dialog.tsx';
import type { PersonSubject } from './person-subject.ts';

/** Menu at the bottom of every card of another teacher, to block or report them. */
export function PersonMenu(subject: PersonSubject) {
  const { t } = useTranslation();
  const names = useNames();
  const session = useSession();
  const open = useContext(OpenPersonDialog);
  const { person } = subject;
  const isOther = person._id !== undefined && person._id !== session?.user._id;
  if (session?.user.role !== 'teacher' || !isOther) return null;
  return (
    <div>
      <button
        aria-label={`${t('person.menu')}: ${names.personal(person.name)}`}
        className={button.aside}
        onClick={() => open(subject)}
        type="button"
      >
        {t('person.menu')}
      </button>
    </div>
  );
}
