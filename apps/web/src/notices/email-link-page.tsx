import type { Confirmation } from '@mutual-transfer/domain/confirmation';
import { Link, useLocation, useSearchParams } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { useAction } from '../platform/use-action.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { focusIfLost } from '../ui/element-refs.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { Failure } from '../ui/states.tsx';

const post = (path: string, body?: object) => callApi<Confirmation>(path, { method: 'POST', body });

/** The call of each link with its token. The page's address has the name of the link. */
const calls = {
  stop: (token: string) => post(`/notices/stop?token=${encodeURIComponent(token)}`),
  renew: (token: string) => post('/requests/renewals', { token }),
  confirm: (token: string) => post('/notices/email-confirmation', { token }),
};

interface LinkProps {
  link: keyof typeof calls;
  token: string;
}

/** Page of a signed link in a message. Acts only after a press, so that programs which open links change nothing. */
export default function EmailLinkPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  // Each link has its route in `routes.ts`.
  const link = pathname.replaceAll('/', '') as LinkProps['link'];
  const token = search.get('token') ?? '';
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t(`links.${link}Title`)} />
      <h1>{t(`links.${link}Title`)}</h1>
      <section className={`${page.panel} ${page.stack}`}>
        {token === '' ? (
          <>
            <Failure text={t('links.failed')} />
            <LinkHome />
          </>
        ) : (
          <LinkAction link={link} token={token} />
        )}
      </section>
    </div>
  );
}

function LinkAction({ link, token }: LinkProps) {
  const { t } = useTranslation();
  const acting = useAction(() => calls[link](token));
  if (acting.isDone) {
    return (
      <>
        <p className={page.done} ref={focusIfLost} role="status" tabIndex={-1}>
          {acting.data?.message}
        </p>
        <LinkHome />
      </>
    );
  }
  return (
    <>
      <p>{t(`links.${link}Lead`)}</p>
      <CallFailure error={acting.error} text={t('links.failed')} />
      <div className={page.buttons}>
        <Button isBusy={acting.isBusy} isLarge kind="main" onClick={() => acting.run()}>
          {t(`links.${link}`)}
        </Button>
      </div>
    </>
  );
}

function LinkHome() {
  const { t } = useTranslation();
  return (
    <div className={page.buttons}>
      <Link className={button.soft} to={paths.home}>
        {t('links.toHome')}
      </Link>
    </div>
  );
}
