import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import { useLocation } from 'react-router';
import { loadTexts, useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { useSession } from '../platform/session.ts';
import button from '../ui/button.module.css';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { PersonSubject } from './person-actions.tsx';

// Imports the forms and texts, which no page needs before the menu is opened.
const PersonActions = lazyPart(async () => {
  await loadTexts(['member']);
  return import('./person-actions.tsx');
});

/** Opens the dialog that blocks or reports a teacher. */
const OpenPersonDialog = createContext<(subject: PersonSubject) => void>(() => undefined);

/**
 * Renders the dialog about a teacher beside the page: a block removes the card that opened the dialog. The dialog closes with the page or the
 * session.
 */
export function PersonDialog({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const session = useSession();
  const [opened, setOpened] = useState<PersonSubject & { openedAt: string }>();
  const open = useCallback((subject: PersonSubject) => setOpened({ ...subject, openedAt: key }), [key]);
  return (
    <OpenPersonDialog value={open}>
      {children}
      {opened?.openedAt === key && session?.user.role === 'teacher' && (
        <Suspense>
          <PersonActions {...opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </OpenPersonDialog>
  );
}

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
