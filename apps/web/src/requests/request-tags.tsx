import type { TransferRequest, Urgency } from '@mutual-transfer/domain/requests/transfer-request';
import { useTranslation } from '../platform/i18n/language.tsx';
import { Tag, type Tone } from '../ui/tag.tsx';

const statusTones: Partial<Record<TransferRequest['status'], Tone>> = { active: 'good', pending: 'fair' };
const urgencyTones: Record<Urgency, Tone> = { low: 'low', medium: 'fair', high: 'urgent' };

type RequestState = Pick<TransferRequest, 'status' | 'agreement'>;

/** Returns a formatter of a request's status. Requests in an agreement have a status of their own after the application was filed. */
export function useStatusText() {
  const { t } = useTranslation();
  return ({ status, agreement }: RequestState) =>
    t(`status.${status === 'pending' && agreement?.isFiled ? 'filed' : status}`);
}

export function StatusTag({ request }: { request: RequestState }) {
  const text = useStatusText();
  return <Tag tone={statusTones[request.status] ?? 'low'}>{text(request)}</Tag>;
}

export function UrgencyTag({ urgency }: { urgency: Urgency }) {
  const { t } = useTranslation();
  return <Tag tone={urgencyTones[urgency]}>{t(`urgency.${urgency}Priority`)}</Tag>;
}
