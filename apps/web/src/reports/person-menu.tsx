import { lazy, startTransition, useState } from 'react';
import { loadTexts, useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { useSession } from '../platform/session/session.ts';
import button from '../ui/button.module.css';
import type { PersonSubject } from './person-subject.ts';

// Imports the forms and texts, which no page needs before the menu is opened.
const PersonActions = lazy(async () => {
  await loadTexts(['member']);
  return import('./person-actions.tsx');
});

/** Menu at the bottom of every card of another teacher, to block or report them. */
export function PersonMenu(subject: PersonSubject) {
  const { t } = useTranslation();
  const names = useNames();
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const { person } = subject;
  const isOther = person._id !== undefined && person._id !== session?.user._id;
  if (session?.user.role !== 'teacher' || !isOther) return null;
  return (
    <div>
      <button
        aria-label={`${t('person.menu')}: ${names.personal(person.name)}`}
        className={button.aside}
        onClick={() => startTransition(() => setOpen(true))}
        type="button"
      >
        {t('person.menu')}
      </button>
      {isOpen && <PersonActions {...subject} onClose={() => setOpen(false)} />}
    </div>
  );
}
