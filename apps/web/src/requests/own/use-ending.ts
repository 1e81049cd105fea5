import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useOpenProposals } from '../../agreements/proposals/open-proposals.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';

/**
 * Returns the sentence that the end of a request also ends its open proposals, for all their members. Without numbers while the
 * proposals are not loaded; `undefined` if no proposal contains the request.
 */
export function useEnding({ _id }: TransferRequest, by: 'withdrawal' | 'step'): string | undefined {
  const { t } = useTranslation();
  const formats = useFormats();
  const open = useOpenProposals();
  if (open === undefined) return t('dashboard.ends.unknown');
  const proposals = open.filter(({ requests }) => requests.includes(_id));
  const [first] = proposals;
  if (first === undefined) return undefined;
  if (proposals.length > 1)
    return t(`dashboard.ends.${by}.several`, { number: formats.number(proposals.length) });
  const members = first.requests.length;
  if (members === 2) return t(`dashboard.ends.${by}.pair`);
  return t(`dashboard.ends.${by}.ring`, { number: formats.number(members) });
}
