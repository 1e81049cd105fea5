import { ApiError } from '../platform/api/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { CheckField } from '../ui/fields/check-field.tsx';
import page from '../ui/page.module.css';
import type { ToggleBinding } from './form-values.ts';
import type { AnyForm } from './use-form.ts';

interface ReviewOfferProps {
  /** Sentence about the effects of a review. */
  readonly consequence?: string;
  readonly form: Pick<AnyForm, 'refusal'> & {
    readonly values: { readonly sendForReview: boolean };
    toggle(name: 'sendForReview'): ToggleBinding;
  };
}

/** Option to send a text for review by the administrator, shown after the API rejected it. */
export function ReviewOffer({ form, consequence }: ReviewOfferProps) {
  const { t } = useTranslation();
  const { refusal, values } = form;
  const isStopped = refusal instanceof ApiError && refusal.code === 'text_needs_review';
  if (!isStopped && !values.sendForReview) return null;
  return (
    <div className={page.stack}>
      {isStopped && <p role="alert">{refusal.message}</p>}
      {consequence && <p className={page.note}>{consequence}</p>}
      <CheckField label={t('form.sendForReview')} {...form.toggle('sendForReview')} />
    </div>
  );
}
