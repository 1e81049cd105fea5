import { useTranslation } from '../../platform/i18n/language.tsx';
import { type Section, sectionsInOrder } from '../sections/admin-address.ts';
import { sectionNames } from '../sections/section-names.ts';

/** Sections by the noun of the API's path, where they differ. */
const sections: Readonly<Record<string, Section>> = {
  'paid-users': 'paid',
  payments: 'paid',
  'held-texts': 'texts',
  matches: 'overview',
  'contact-patterns': 'contacts',
  verifications: 'verification',
  orders: 'agreements',
};

/** Returns a function that names a call which showed a teacher, such as `GET /api/admin/users/:id`; `undefined` for other calls. */
export function useSeenWords(): (route: string) => string | undefined {
  const { t } = useTranslation();
  return (route) => {
    const [, noun, rest] = /^[A-Z]+ \/api\/admin\/([\w-]+)(.*)$/.exec(route) ?? [];
    const section = sectionOf(noun ?? '');
    return section && t(`admin.looks.routes.${kindOf(rest ?? '')}`, { section: t(sectionNames[section]) });
  };
}

function sectionOf(noun: string): Section | undefined {
  return sections[noun] ?? sectionsInOrder.find((section) => section === noun);
}

function kindOf(rest: string): 'list' | 'one' | 'file' {
  if (/\.(csv|zip|pdf)$/.test(rest)) return 'file';
  return rest === '' ? 'list' : 'one';
}
