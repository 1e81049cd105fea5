import type { Pagination } from '@mutual-transfer/domain/pagination';
import type { ReactNode } from 'react';
import { Pager } from '../navigation/pager.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import page from '../ui/page.module.css';
import { CardSkeletons } from '../ui/skeletons.tsx';

interface ListFrameProps {
  readonly query: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** Pagination of the list; `undefined` while it loads. */
  readonly pagination: Pagination | undefined;
  /** Name of the list, for the label of its pager. */
  readonly label: string;
  readonly empty: string;
  readonly children: ReactNode;
}

/** List with its count and pages. Handles the states loading, empty and failed. */
export function ListFrame({ query, pagination, label, empty, children }: ListFrameProps) {
  const { t } = useTranslation();
  return (
    <div aria-busy={query.isPlaceholderData} className={page.section}>
      {query.isError && <Failure onRetry={() => void query.refetch()} text={t('admin.failed')} />}
      {query.isPending && <CardSkeletons label={t('common.loading')} />}
      {pagination && (
        <Pages empty={empty} label={label} pagination={pagination}>
          {children}
        </Pages>
      )}
    </div>
  );
}

interface PagesProps {
  readonly pagination: Pagination;
  readonly label: string;
  readonly empty: string;
  /** URL parameter of the page, if it is not `page`. */
  readonly pageName?: string;
  readonly children: ReactNode;
}

/** Shows the number of rows, one page of them, and the pager. */
export function Pages({ pagination, label, empty, pageName, children }: PagesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { total, totalIsExact, page: number, pages } = pagination;
  const formatted = formats.number(total);
  return (
    <>
      <p className={page.soft} role="status">
        {totalIsExact ? t('admin.count', { count: total, formatted }) : t('admin.countMany', { formatted })}
      </p>
      {total === 0 ? <Empty level={3} title={empty} /> : children}
      {pageName === undefined ? (
        <Pager label={label} page={number} pages={pages} />
      ) : (
        <Pager label={label} name={pageName} page={number} pages={pages} preventScrollReset />
      )}
      {!totalIsExact && number === pages && <p className={page.soft}>{t('admin.deepest', { formatted })}</p>}
    </>
  );
}
