import type { Desk } from '@mutual-transfer/domain/administration/desk';
import { agreementTasks } from '@mutual-transfer/domain/administration/office-agreement';
import type { OpenWorkCounts } from '@mutual-transfer/domain/administration/open-work';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import type { StoredUser } from '../platform/session.ts';
import classes from './admin-navigation.module.css';
import { Fold } from './list/filters.tsx';
import {
  mayOpen,
  type SectionGroup,
  type SectionId,
  sectionGroups,
  sectionSearch,
  sections,
  sectionsInOrder,
} from './sections.ts';

type WaitingCounts = Readonly<Partial<Record<SectionId, number>>>;

interface AdminNavigationProps {
  current: SectionId;
  waiting: WaitingCounts;
  /** Administrator, who sees only the sections that they may open. */
  user: Pick<StoredUser, 'administration'>;
}

/** Sections in groups, each with the number of waiting items: beside the content on a wide screen, collapsed above it on a narrow one. */
export function AdminNavigation({ current, waiting, user }: AdminNavigationProps) {
  const { t } = useTranslation();
  const offered = (group: SectionGroup) =>
    sectionsInOrder.filter((section) => sections[section].group === group && mayOpen(user, section));
  const groups = sectionGroups.filter((group) => offered(group).length > 0);
  return (
    <nav aria-label={t('admin.sections')} className={classes.navigation}>
      <Fold label={t(sections[current].title)} place={current}>
        <div className={classes.groups}>
          {groups.map((group) => (
            <div key={group}>
              <p className={classes.group} id={`sections-${group}`}>
                {t(`admin.groups.${group}`)}
              </p>
              <ul aria-labelledby={`sections-${group}`}>
                {offered(group).map((section) => (
                  <li key={section}>
                    <SectionLink
                      isCurrent={section === current}
                      section={section}
                      waiting={waiting[section]}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </Fold>
    </nav>
  );
}

interface SectionLinkProps {
  section: SectionId;
  isCurrent: boolean;
  waiting: number | undefined;
}

function SectionLink({ section, isCurrent, waiting = 0 }: SectionLinkProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Link
      aria-current={isCurrent ? 'page' : undefined}
      className={classes.link}
      ref={isCurrent ? scrollToLink : undefined}
      to={{ search: sectionSearch(section) }}
    >
      {t(sections[section].title)}
      {waiting > 0 && (
        <span className={classes.waiting}>
          {formats.number(waiting)}
          <span className="visually-hidden"> {t('admin.waits')}</span>
        </span>
      )}
    </Link>
  );
}

/** Scrolls a navigation that is higher than the window to the link of the open section. The page stays where it is. */
function scrollToLink(link: HTMLAnchorElement | null): void {
  const side = link?.closest('nav')?.parentElement;
  if (!link || !side) return;
  const below = link.getBoundingClientRect().bottom - side.getBoundingClientRect().bottom;
  if (below > 0) side.scrollTop += below + link.offsetHeight;
}

/** Returns the number of waiting items by section, as the cards of the overview count them. */
export function waitingCounts(
  waiting: OpenWorkCounts | undefined,
  tasks: Desk['tasks'] | undefined,
): WaitingCounts {
  if (waiting === undefined) return {};
  const withTask = agreementTasks.reduce((sum, task) => sum + (tasks?.[task].count ?? 0), 0);
  return {
    agreements: waiting.overdueAgreements.count + waiting.partlyJoined.count + withTask,
    objections: tasks?.objections.count ?? 0,
    reports: waiting.reports.count + (waiting.moneyReports?.count ?? 0) + (waiting.complaints?.count ?? 0),
    texts: waiting.heldTexts.count,
    unexplained: waiting.unexplainedPayments?.count ?? 0,
    undelivered: waiting.undelivered?.count ?? 0,
  };
}
