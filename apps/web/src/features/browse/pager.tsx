import { PAGE_BUTTONS, PAGE_BUTTONS_NARROW } from '@mutual-transfer/domain/constants';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats } from '../../i18n/names.ts';
import { withPage } from './list-search.ts';
import { pageNumbers } from './page-numbers.ts';
import classes from './pager.module.css';

/** Links to the pages of the list: five numbers, three on a narrow screen. */
export function Pager({ page, pages }: { page: number; pages: number }) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  const narrow = new Set(pageNumbers(page, pages, PAGE_BUTTONS_NARROW));
  return (
    <nav aria-label={t('browse.pages')} className={classes.pager}>
      {page > 1 && <PageLink label={t('browse.previous')} page={page - 1} text="‹" />}
      {pageNumbers(page, pages, PAGE_BUTTONS).map((number) => (
        <PageLink isCurrent={number === page} isWideOnly={!narrow.has(number)} key={number} page={number} />
      ))}
      {page < pages && <PageLink label={t('browse.next')} page={page + 1} text="›" />}
    </nav>
  );
}

interface PageLinkProps {
  readonly page: number;
  readonly label?: string;
  readonly text?: string;
  readonly isCurrent?: boolean;
  readonly isWideOnly?: boolean;
}

function PageLink({ page, label, text, isCurrent = false, isWideOnly = false }: PageLinkProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [parameters] = useSearchParams();
  return (
    <Link
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={label ?? t('browse.page', { page: formats.number(page) })}
      className={classes.page}
      data-wide={isWideOnly || undefined}
      to={{ search: withPage(parameters, page) }}
    >
      {text ?? formats.number(page)}
    </Link>
  );
}
