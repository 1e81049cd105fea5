import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { Empty } from '../ui/empty.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** What a visitor sees when a page is not there, or could not be shown. Works without the frame around it. */
export function ErrorPage({ isMissing }: { isMissing: boolean }) {
  const { t } = useTranslation();
  const title = t(isMissing ? 'errors.notFoundTitle' : 'errors.title');
  return (
    <>
      <PageTitle text={title} />
      <Empty
        action={<a href={paths.home}>{t('errors.toStart')}</a>}
        level={1}
        text={t(isMissing ? 'errors.notFoundText' : 'errors.text')}
        title={title}
      />
    </>
  );
}
