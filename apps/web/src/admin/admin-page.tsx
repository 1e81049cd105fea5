import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PasswordForm } from '../account/password-form.tsx';
import { ApiError } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { THIRD_PARTY_NOTICES } from '../platform/paths.ts';
import { type StoredSession, useSession } from '../platform/session.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { deskQuery, releaseQuery, waitingQuery } from './admin.queries.ts';
import { AdminNavigation, waitingCounts } from './admin-navigation.tsx';
import classes from './admin-page.module.css';
import { Administrators } from './administrators.tsx';
import { AgreementSection } from './agreement.tsx';
import { Agreements } from './agreements.tsx';
import { Announcements } from './announcements.tsx';
import { AuditLog } from './audit-log.tsx';
import { Consents } from './consents.tsx';
import { ContactPatternsSection } from './contact-patterns.tsx';
import { Exclusions } from './exclusions.tsx';
import { HeldTexts } from './held-texts.tsx';
import { Leaks } from './leaks.tsx';
import { Objections } from './objections.tsx';
import { Overview } from './overview.tsx';
import { useOwnDistricts } from './people-filters.ts';
import { PersonSection } from './person.tsx';
import { PlanSection } from './plan.tsx';
import { Reports } from './reports.tsx';
import { Rounds } from './rounds.tsx';
import { RulesSection } from './rules.tsx';
import { SeasonSection } from './season.tsx';
import { Seasons } from './seasons.tsx';
import { SecondFactor } from './second-factor.tsx';
import { ClosedSection } from './section.tsx';
import { mayOpen, type Screen, screenOf, sectionOf, sections } from './sections.ts';
import { SettingsSection } from './settings.tsx';
import { StaffList } from './staff-list.tsx';
import { PaidUsers, Teachers } from './teachers.tsx';
import { UndeliveredNotices } from './undelivered-notices.tsx';
import { UnexplainedPayments } from './unexplained-payments.tsx';

const screens: Record<Screen, (props: { userId: string }) => React.ReactNode> = {
  overview: Overview,
  seasons: Seasons,
  season: SeasonSection,
  rounds: Rounds,
  agreements: Agreements,
  agreement: AgreementSection,
  consents: Consents,
  objections: Objections,
  exclusions: Exclusions,
  plan: PlanSection,
  rules: RulesSection,
  users: Teachers,
  person: PersonSection,
  verification: StaffList,
  reports: Reports,
  texts: HeldTexts,
  contacts: ContactPatternsSection,
  announcements: Announcements,
  paid: PaidUsers,
  unexplained: UnexplainedPayments,
  undelivered: UndeliveredNotices,
  leaks: Leaks,
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
  const release = useQuery(releaseQuery).data;
  const waiting = useQuery({ ...waitingQuery(session?.user._id ?? ''), enabled: session !== null });
  const desk = useQuery({ ...deskQuery(session?.user._id ?? ''), enabled: session !== null });
  // The panel opens once the codes are kept, although its calls are answered before.
  const [areCodesShown, setCodesShown] = useState(false);
  const content = useFocusedContent(`${screen} ${parameters.get(screen)}`);
  if (session === null) return null;
  const isRefused = (code: string) => waiting.error instanceof ApiError && waiting.error.code === code;
  if (isRefused('password_change_needed') || isRefused('factor_needed') || areCodesShown)
    return (
      <SetUp
        isPasswordMissing={isRefused('password_change_needed')}
        onCodes={setCodesShown}
        session={session}
      />
    );
  const Screen = mayOpen(session.user, screen) ? screens[screen] : ClosedSection;
  return (
    <div className={page.page}>
      <PageTitle text={`${t(sections[section].title)} · ${t('navigation.adminPanel')}`} />
      <div className={classes.panel}>
        <div className={classes.side}>
          <div>
            <h1>{t('navigation.adminPanel')}</h1>
            <p className={`${page.lead} ${page.soft}`}>
              {own.length === 0
                ? t('admin.lead')
                : t('admin.leadOf', { districts: own.map((name) => names.district(name)).join(', ') })}
            </p>
          </div>
          <AdminNavigation
            current={section}
            user={session.user}
            waiting={waitingCounts(waiting.data, desk.data?.tasks)}
          />
        </div>
        <div ref={content} tabIndex={-1}>
          <Screen userId={session.user._id} />
        </div>
      </div>
      <p className={page.soft}>
        {release && t('admin.release', { ...release })}{' '}
        <a href={THIRD_PARTY_NOTICES}>{t('admin.thirdParties')}</a>
      </p>
    </div>
  );
}

interface SetUpProps {
  session: StoredSession;
  isPasswordMissing: boolean;
  onCodes: (areShown: boolean) => void;
}

/** What an administrator must set up before anything else opens. */
function SetUp({ session, isPasswordMissing, onCodes }: SetUpProps) {
  const { t } = useTranslation();
  const title = t(isPasswordMissing ? 'admin.setUp.password' : 'admin.setUp.factor');
  return (
    <div className={`${page.page} ${page.small}`}>
      <PageTitle text={title} />
      <div>
        <h1>{title}</h1>
        <p className={page.lead}>
          {t(isPasswordMissing ? 'admin.setUp.passwordText' : 'admin.setUp.factorText')}
        </p>
      </div>
      {isPasswordMissing ? (
        <PasswordForm hint={t('admin.passwordHint')} token={session.token} />
      ) : (
        <SecondFactor onCodes={onCodes} session={session} />
      )}
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
