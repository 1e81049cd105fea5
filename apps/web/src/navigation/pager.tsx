import { PAGE_BUTTONS, PAGE_BUTTONS_NARROW } from '@mutual-transfer/domain/constants';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import chip from '../ui/chip.module.css';
import { withPage } from './page-search.ts';
import classes from './pager.module.css';

/** Returns the numbers that a pager of `width` buttons shows, centred on the current page unless an end is near. */
export function pageNumbers(current: number, pages: number, width: number): number[] {
  const shown = Math.min(width, pages);
  const first = Math.max(1, Math.min(current - Math.floor(shown / 2), pages - shown + 1));
  return Array.from({ length: shown }, (_, index) => first + index);
}

interface PagerProps {
  page: number;
  pages: number;
  /** URL parameter of the page number; default `page`. */
  name?: string | undefined;
  /** Name of the list, for a page with several lists. */
  label?: string;
  /** Set for a list in the middle of a page. */
  preventScrollReset?: boolean;
  /** Id of the list, the scroll target of its links. */
  hash?: string;
}

/** Links to the pages of a list: five numbers, three on a narrow screen. */
export function Pager({ page, pages, label, ...link }: PagerProps) {
  const { t } = useTranslation();
  if (page > pages && pages > 0) return <BackToLastPage {...link} pages={pages} />;
  if (pages <= 1) return null;
  const narrow = new Set(pageNumbers(page, pages, PAGE_BUTTONS_NARROW));
  return (
    <nav aria-label={[t('browse.pages'), label].filter(Boolean).join(': ')} className={classes.pager}>
      {page > 1 && <PageLink {...link} label={t('browse.previous')} page={page - 1} text="‹" />}
      {pageNumbers(page, pages, PAGE_BUTTONS).map((number) => (
        <PageLink
          {...link}
          isCurrent={number === page}
          isWideOnly={!narrow.has(number)}
          key={number}
          page={number}
        />
      ))}
      {page < pages && <PageLink {...link} label={t('browse.next')} page={page + 1} text="›" />}
    </nav>
  );
}

/** Link in place of the numbers on a page past the end: the list became shorter, or the URL is old. */
function BackToLastPage({
  pages,
  ...link
}: Pick<PagerProps, 'pages' | 'name' | 'preventScrollReset' | 'hash'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const number = formats.number(pages);
  return (
    <nav aria-label={t('browse.pages')} className={classes.pager}>
      <PageLink {...link} page={pages} text={t('browse.lastPage', { page: number })} />
    </nav>
  );
}

interface PageLinkProps extends Pick<PagerProps, 'name' | 'preventScrollReset' | 'hash'> {
  page: number;
  label?: string;
  text?: string;
  isCurrent?: boolean;
  isWideOnly?: boolean;
}

function PageLink(props: PageLinkProps) {
  const {
    name,
    page,
    label,
    text,
    isCurrent = false,
    isWideOnly = false,
    preventScrollReset = false,
    hash = '',
  } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const [parameters] = useSearchParams();
  return (
    <Link
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={label ?? t('browse.page', { page: formats.number(page) })}
      className={`${chip.chip} ${classes.page}`}
      data-wide={isWideOnly || undefined}
      preventScrollReset={preventScrollReset}
      to={{ search: withPage(parameters, page, name), hash }}
    >
      {text ?? formats.number(page)}
    </Link>
  );
}
