import { Verifying } from '../navigation/verifying.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useSession } from '../platform/session.ts';
import { useAccess } from '../platform/use-access.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { TeacherWhere } from './teacher-where.tsx';
import { VisitorWhere } from './visitor-where.tsx';

/** Map of possible moves: for a teacher by their requests, for a visitor by the demand of a subject and level. */
export default function WherePage() {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const access = useAccess();
  const session = useSession();
  if (!isHydrated || access === 'checking') return <Verifying />;
  const isTeacher = access === 'open' && session !== null && session.user.role !== 'admin';
  return (
    <div className={`${page.page} ${page.wide}`}>
      <PageTitle text={t('where.title')} />
      <div>
        <h1>{t('where.title')}</h1>
        <p className={page.lead}>{t(isTeacher ? 'where.lead' : 'where.visitorLead')}</p>
      </div>
      {isTeacher ? <TeacherWhere session={session} /> : <VisitorWhere />}
    </div>
  );
}
