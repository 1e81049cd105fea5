import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import type { TextKey } from '../platform/i18n/texts/texts.ts';
import { useSession } from '../platform/session/session.ts';
import chip from '../ui/chip.module.css';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { type Section, sectionOf, sectionSearch, sections } from './admin-address.ts';
import { AuditLog } from './audit/audit-log.tsx';
import { ContactPatterns } from './contacts/contact-patterns.tsx';
import { Overview } from './figures/overview.tsx';
import { HeldTexts } from './held-texts/held-texts.tsx';
import { UndeliveredNotices } from './notices/undelivered-notices.tsx';
import { Plan } from './plans/plan.tsx';
import { Reports } from './reports/reports.tsx';
import { Rounds } from './rounds/rounds.tsx';
import { Rules } from './rules/rules.tsx';
import { Settings } from './settings/settings.tsx';
import { PaidUsers } from './teachers/paid-users.tsx';
import { Person } from './teachers/person.tsx';
import { Teachers } from './teachers/teachers.tsx';

const names: Record<Section, TextKey> = {
  overview: 'admin.overview',
  plan: 'plan.title',
  rounds: 'rounds.title',
  rules: 'rules.title',
  users: 'admin.users',
  reports: 'adminReports.title',
  paid: 'admin.paid',
  texts: 'admin.held.title',
  contacts: 'admin.contacts.title',
  undelivered: 'admin.undelivered.title',
  settings: 'admin.settingsSection',
  audit: 'admin.audit',
};

const screens: Record<Section | 'person', (props: { token: string }) => React.ReactNode> = {
  overview: Overview,
  plan: Plan,
  rounds: Rounds,
  rules: Rules,
  users: Teachers,
  person: Person,
  reports: Reports,
  paid: PaidUsers,
  texts: HeldTexts,
  contacts: ContactPatterns,
  undelivered: UndeliveredNotices,
  settings: Settings,
  audit: AuditLog,
};

/** Admin Panel, one section at a time. Views of personal data are written to the audit log, so sections load only when opened. */
export default function AdminPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [parameters] = useSearchParams();
  const current = sectionOf(parameters);
  const inNavigation = current === 'person' ? 'users' : current;
  const Screen = screens[current];
  if (session === null) return null;
  return (
    <div className={page.page}>
      <PageTitle text={`${t(names[inNavigation])} · ${t('admin.title')}`} />
      <div>
        <h1>{t('admin.title')}</h1>
        <p className={page.lead}>{t('admin.lead')}</p>
      </div>
      <nav aria-label={t('admin.sections')}>
        <ul className={page.chips}>
          {sections.map((section) => (
            <li key={section}>
              <Link
                aria-current={section === inNavigation ? 'page' : undefined}
                className={chip.chip}
                to={{ search: sectionSearch(section) }}
              >
                {t(names[section])}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Screen token={session.token} />
    </div>
  );
}
