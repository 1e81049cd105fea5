import { createContext, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { loadTexts } from '../platform/i18n/language.tsx';
import { useSession } from '../platform/session/session.ts';
import { lazyPart } from '../ui/states/lazy-part.tsx';
import type { PersonSubject } from './person-subject.ts';

// Imports the forms and texts, which no page needs before the menu is opened.
const PersonActions = lazyPart(async () => {
  await loadTexts(['member']);
  return import('./person-actions.tsx');
});

/** Opens the dialog that blocks or reports a teacher. */
export const OpenPersonDialog = createContext<(subject: PersonSubject) => void>(() => undefined);

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
