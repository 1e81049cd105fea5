import { useTranslation } from '../../platform/i18n/language.tsx';
import { sectionOfApi, sections } from '../sections/sections.ts';

/** Returns a formatter of API routes that show teachers, such as `GET /api/admin/users/:id`; `undefined` for other routes. */
export function useSeenText(): (route: string) => string | undefined {
  const { t } = useTranslation();
  return (route) => {
    const [, noun, rest] = /^[A-Z]+ \/api\/admin\/([\w-]+)(.*)$/.exec(route) ?? [];
    const section = sectionOfApi(noun ?? '');
    return section && t(`admin.looks.routes.${kindOf(rest ?? '')}`, { section: t(sections[section].title) });
  };
}

function kindOf(rest: string): 'list' | 'one' | 'file' {
  if (/\.(csv|zip|pdf)$/.test(rest)) return 'file';
  return rest === '' ? 'list' : 'one';
}
