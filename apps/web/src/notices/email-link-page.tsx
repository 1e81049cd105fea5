import type { Confirmation } from '@mutual-transfer/domain/confirmation';
import { Link, useSearchParams } from 'react-router';
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

interface LinkPageProps {
  texts: {
    title: string;
    lead: string;
    act: string;
    failed: string;
  };
  /** Performs the link's action with its token. */
  call: (token: string) => Promise<Confirmation>;
}

/** Page of a signed link in a message. Acts only after a press, so that programs which open links change nothing. */
export function LinkPage({ texts, call }: LinkPageProps) {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={texts.title} />
      <h1>{texts.title}</h1>
      <section className={`${page.panel} ${page.stack}`}>
        {token === '' ? (
          <>
            <Failure text={texts.failed} />
            <LinkHome />
          </>
        ) : (
          <LinkAction call={() => call(token)} texts={texts} />
        )}
      </section>
    </div>
  );
}

function LinkAction({ texts, call }: Pick<LinkPageProps, 'texts'> & { call: () => Promise<Confirmation> }) {
  const acting = useAction(call);
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
      <p>{texts.lead}</p>
      <CallFailure error={acting.error} text={texts.failed} />
      <div className={page.buttons}>
        <Button isBusy={acting.isBusy} isLarge kind="main" onClick={() => acting.run()}>
          {texts.act}
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

export function sendToken(path: string, call: { body?: unknown } = {}): Promise<Confirmation> {
  return callApi<Confirmation>(path, { method: 'POST', ...call });
}
