import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { Redirect } from '../navigation/redirect.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { CardSkeletons } from '../ui/states.tsx';
import { RequestDone } from './request-done.tsx';
import { RequestForm, type RequestFormProps } from './request-form.tsx';
import { myRequestsQuery, type Posted } from './requests.queries.ts';

/**
 * Page that posts a request, then shows its matches. A wish posted from the dashboard leads to the same result. Administrators, who have no
 * requests, are led to the Admin Panel.
 */
export default function RequestCreatePage() {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  // Only `showResult` writes the state of this page.
  const state = useLocation().state as Posted | null;
  if (session === null) return null;
  if (session.user.role === 'admin') return <Redirect to={paths.admin} />;
  // Another teacher may return to the history entry in this tab.
  const own = state?.posted?.filter(({ user }) => user._id === session.user._id);
  if (own?.length) {
    return (
      <RequestDone requests={own} title={t('request.success')} userId={session.user._id}>
        <Link to={paths.newRequest}>{t('request.another')}</Link>
      </RequestDone>
    );
  }
  const showResult = (posted: readonly TransferRequest[]) =>
    navigate(paths.newRequest, { replace: true, state: { posted } satisfies Posted });
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('request.title')} />
      <div>
        <h1>{t('request.title')}</h1>
        <p className={page.lead}>{t('request.lead')}</p>
      </div>
      <NewRequest onPosted={showResult} session={session} />
    </div>
  );
}

/** The form, once it is known which places the teacher already asks for. Without a connection it opens at once. */
function NewRequest({ session, onPosted }: Omit<RequestFormProps, 'own'>) {
  const { data, isPending, fetchStatus } = useQuery(myRequestsQuery(session.user._id));
  if (isPending && fetchStatus === 'fetching') return <CardSkeletons />;
  return <RequestForm onPosted={onPosted} own={data ?? []} session={session} />;
}
