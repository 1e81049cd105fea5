import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { useSession } from '../platform/session/session.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { waitingQuery } from './admin.queries.ts';
import classes from './admin-page.module.css';
import { Agreement } from './agreements/agreement.tsx';
import { Agreements } from './agreements/agreements.tsx';
import { Announcements } from './announcements/announcements.tsx';
import { AuditLog } from './audit/audit-log.tsx';
import { ContactPatterns } from './contacts/contact-patterns.tsx';
import { Overview } from './figures/overview.tsx';
import { HeldTexts } from './held-texts/held-texts.tsx';
import { UndeliveredNotices } from './notices/undelivered-notices.tsx';
import { PlanSection } from './plans/plan.tsx';
import { Reports } from './reports/reports.tsx';
import { Rounds } from './rounds/rounds.tsx';
import { Rules } from './rules/rules.tsx';
import { SeasonPage } from './seasons/season.tsx';
import { Seasons } from './seasons/seasons.tsx';
import { AdminNavigation } from './sections/admin-navigation.tsx';
import { ClosedSection } from './sections/closed-section.tsx';
import { mayOpen, type Screen, screenOf, sectionOf, sections } from './sections/sections.ts';
import { Administrators } from './settings/administrators.tsx';
import { SettingsSection } from './settings/settings.tsx';
import { StaffList } from './staff-list/staff-list.tsx';
import { PaidUsers } from './teachers/paid-users.tsx';
import { Person } from './teachers/person.tsx';
import { Teachers } from './teachers/teachers.tsx';
import { useOwnDistricts } from './teachers/use-people-filters.ts';
import { waitingCounts } from './waiting/waiting-counts.ts';

const screens: Record<Screen, (props: { userId: string }) => React.ReactNode> = {
  overview: Overview,
  seasons: Seasons,
  season: SeasonPage,
  rounds: Rounds,
  agreements: Agreements,
  agreement: Agreement,
  plan: PlanSection,
  rules: Rules,
  users: Teachers,
  person: Person,
  verification: StaffList,
  reports: Reports,
  texts: HeldTexts,
  contacts: ContactPatterns,
  announcements: Announcements,
  paid: PaidUsers,
  undelivered: UndeliveredNotices,
  audit: AuditLog,
  settings: SettingsSection,
  administrators: Administrators,
};

/** Admin Panel, one section at a time. Views of personal data are written to the audit log, so sections load only when opened. */
export default function AdminPage() {
  const { t } = useTranslation();
  const session = useSession();
  const names = useNames();
  const own = useOwnDistricts();
  const [parameters] = useSearchParams();
  const screen = screenOf(parameters);
  const section = sectionOf(screen);
  const waiting = useQuery({ ...waitingQuery(session?.user._id ?? ''), enabled: session !== null });
  const content = useFocusedContent(`${screen} ${parameters.get(screen)}`);
  if (session === null) return null;
  const Screen = mayOpen(session.user, screen) ? screens[screen] : ClosedSection;
  return (
    <div className={page.page}>
      <PageTitle text={`${t(sections[section].title)} · ${t('admin.title')}`} />
      <div>
        <h1>{t('admin.title')}</h1>
        <p className={page.lead}>
          {own.length === 0
            ? t('admin.lead')
            : t('admin.leadOf', { districts: own.map((name) => names.district(name)).join(', ') })}
        </p>
      </div>
      <div className={classes.panel}>
        <div className={classes.side}>
          <AdminNavigation current={section} user={session.user} waiting={waitingCounts(waiting.data)} />
        </div>
        <div ref={content} tabIndex={-1}>
          <Screen userId={session.user._id} />
        </div>
      </div>
    </div>
  );
}

/** Returns a ref of the content, which takes the focus when another screen has replaced the focused link. */
function useFocusedContent(screen: string) {
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [screen]);
  return content;
}
