import type { RequestStatus, Urgency } from '@mutual-transfer/domain/transfer-request';
import { useTranslation } from '../i18n/language.tsx';
import { Tag, type Tone } from '../ui/tag.tsx';

const statusTones: Partial<Record<RequestStatus, Tone>> = { active: 'good', pending: 'fair' };
const urgencyTones: Record<Urgency, Tone> = { low: 'low', medium: 'fair', high: 'urgent' };

/** How far a request has come. */
export function StatusTag({ status }: { status: RequestStatus }) {
  const { t } = useTranslation();
  return <Tag tone={statusTones[status] ?? 'low'}>{t(`status.${status}`)}</Tag>;
}

/** How urgent a request is to its teacher. */
export function UrgencyTag({ urgency }: { urgency: Urgency }) {
  const { t } = useTranslation();
  return <Tag tone={urgencyTones[urgency]}>{t(`urgency.${urgency}Priority`)}</Tag>;
}
