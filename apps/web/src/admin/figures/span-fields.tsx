import { useTranslation } from '../../platform/i18n/language.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useSearchParameter } from '../list/list-address.ts';

interface SpanFieldsProps {
  /** Span if the URL contains none. */
  readonly initial: { readonly from: string; readonly to: string };
}

/** First and last day of a chart, stored in the URL. */
export function SpanFields({ initial }: SpanFieldsProps) {
  const { t } = useTranslation();
  const from = useSearchParameter('from');
  const to = useSearchParameter('to');
  return (
    <>
      <TextField
        label={t('admin.from')}
        name="from"
        onChange={from.change}
        type="date"
        value={from.value || initial.from}
      />
      <TextField
        label={t('admin.to')}
        name="to"
        onChange={to.change}
        type="date"
        value={to.value || initial.to}
      />
    </>
  );
}
