import { useTranslation } from '../platform/i18n/language.tsx';
import page from '../ui/page.module.css';
import { TextField } from '../ui/text-field.tsx';
import { useWords } from './admin-address.ts';

/** URL parameters of a span of days. */
export const spanWords = ['from', 'to'];

/** Filter of a list by days only. */
export function SpanFilter() {
  return (
    <div className={page.filters}>
      <SpanFields />
    </div>
  );
}

/** First and last day of the list, stored in the URL. Defaults to `initial`. */
export function SpanFields({ initial }: { initial?: { readonly from: string; readonly to: string } }) {
  const { t } = useTranslation();
  const from = useWords('from');
  const to = useWords('to');
  return (
    <>
      <TextField
        label={t('admin.from')}
        name="from"
        onChange={from.change}
        type="date"
        value={from.value || (initial?.from ?? '')}
      />
      <TextField
        label={t('admin.to')}
        name="to"
        onChange={to.change}
        type="date"
        value={to.value || (initial?.to ?? '')}
      />
    </>
  );
}
