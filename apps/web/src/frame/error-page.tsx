import { isRouteErrorResponse } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Empty } from '../ui/states.tsx';

/** Error page: not found, or failed to render. Needs no frame around it. */
export function ErrorPage({ isMissing }: { isMissing: boolean }) {
  const { t } = useTranslation();
  const title = t(isMissing ? 'errors.notFoundTitle' : 'errors.title');
  return (
    <>
      <PageTitle text={title} />
      <Empty
        action={
          <>
            {!isMissing && <Button onClick={() => window.location.reload()}>{t('common.retry')}</Button>}
            <a href={paths.home}>{t('errors.toStart')}</a>
          </>
        }
        level={1}
        text={t(isMissing ? 'errors.notFoundText' : 'errors.text')}
        title={title}
      />
    </>
  );
}

export function RouteError({ error }: { error: unknown }) {
  return <ErrorPage isMissing={isRouteErrorResponse(error) && error.status === 404} />;
}
