import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { type OpenProposal, useProposalsOf } from '../agreements/open-proposals.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';

/**
 * Returns the sentence that a change of a request also ends its open proposals, for all their members. Without numbers unless all
 * proposals are loaded; `undefined` if the change ends none.
 *
 * @param isEnded selects the proposals that the change ends.
 */
export function useEndsProposalsText(
  { _id }: TransferRequest,
  by: 'withdrawal' | 'step' | 'edit',
  isEnded: (proposal: OpenProposal) => boolean = () => true,
): string | undefined {
  const { t } = useTranslation();
  const formats = useFormats();
  const open = useProposalsOf(_id);
  if (open === undefined) return t('dashboard.ends.unknown');
  const proposals = open.filter(isEnded);
  const [first] = proposals;
  if (first === undefined) return undefined;
  if (proposals.length > 1)
    return t(`dashboard.ends.${by}.several`, { number: formats.number(proposals.length) });
  const members = first.requests.length;
  if (members === 2) return t(`dashboard.ends.${by}.pair`);
  return t(`dashboard.ends.${by}.ring`, { number: formats.number(members) });
}

/** Warning in a dialog that its step ends the open proposals of the request. Renders nothing if there is no such proposal. */
export function EndsProposalsWarning({ request }: { request: TransferRequest }) {
  const text = useEndsProposalsText(request, 'step');
  return text === undefined ? null : (
    <p>
      <strong>{text}</strong>
    </p>
  );
}
