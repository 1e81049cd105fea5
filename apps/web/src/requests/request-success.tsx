import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { Empty } from '../ui/states.tsx';
import { RequestResults } from './request-results.tsx';

interface RequestSuccessProps {
  /** Requests posted together, or the edited one. */
  requests: readonly TransferRequest[];
  title: string;
  userId: string;
  /** Further actions beside the link to the dashboard. */
  children?: ReactNode;
}

/** Result of posting or editing requests. The heading takes the focus. */
export default function RequestSuccess({ requests, title, userId, children }: RequestSuccessProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isHeld = requests.some(({ status }) => status === 'held');
  const heading = isHeld ? t('request.held') : title;
  const actions = (
    <div className={page.row}>
      <Link className={button.soft} to={paths.dashboard}>
        {t('request.toDashboard')}
      </Link>
      {children}
    </div>
  );
  return (
    <div className={page.section}>
      <PageTitle text={heading} />
      <div className={page.marked}>
        <IconCircleCheck aria-hidden="true" className={page.done} size={36} stroke={1.8} />
        <h1 ref={showNews} tabIndex={-1}>
          {heading}
        </h1>
      </div>
      {isHeld ? (
        <>
          {actions}
          <p className={page.soft}>{t('request.heldHint')}</p>
        </>
      ) : (
        <RequestResults
          empty={<Empty text={t('request.noneHint')} title={t('request.none')} />}
          lead={({ total }) =>
            total > 0 && (
              <p className={page.soft}>
                {t('request.found', { count: total, formatted: formats.number(total) })}
              </p>
            )
          }
          opensAdvice={requests.length === 1}
          requests={requests}
          userId={userId}
        >
          {actions}
        </RequestResults>
      )}
    </div>
  );
}

/** Focuses and scrolls to the heading, which replaces a form that was scrolled to its end. */
function showNews(heading: HTMLHeadingElement | null): void {
  if (heading === null) return;
  window.scrollTo({ top: 0 });
  heading.focus({ preventScroll: true });
}
