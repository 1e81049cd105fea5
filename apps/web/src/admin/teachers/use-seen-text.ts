import { useTranslation } from '../../platform/i18n/language.tsx';
import { type Section, sectionsInOrder } from '../sections/admin-address.ts';
import { sectionNames } from '../sections/section-names.ts';

/** Sections whose name differs from the first segment of the API path. */
const sections: Readonly<Record<string, Section>> = {
  'paid-users': 'paid',
  payments: 'paid',
  'held-texts': 'texts',
  matches: 'overview',
  'contact-patterns': 'contacts',
  verifications: 'verification',
  orders: 'agreements',
};

/** Returns a formatter of API routes that show teachers, such as `GET /api/admin/users/:id`; `undefined` for other routes. */
export function useSeenText(): (route: string) => string | undefined {
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
