import { useTranslation } from '../platform/i18n/language.tsx';
import page from '../ui/page.module.css';
import { TextField } from '../ui/text-field.tsx';
import { useWords } from './admin-address.ts';

/** The words of the address that hold a span of days. */
export const spanWords = ['from', 'to'];

/** A list's only filter: the days it is narrowed to. */
export function SpanFilter() {
  return (
    <div className={page.filters}>
      <SpanFields />
    </div>
  );
}

/** The first and the last day of what is shown, in the address; `initial` where it names none. */
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
