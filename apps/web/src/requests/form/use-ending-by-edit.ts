import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { rulesTodayQuery } from '../../agreements/agreements.queries.ts';
import type { OpenProposal } from '../../agreements/proposals/open-proposals.ts';
import { useEnding } from '../own/use-ending.ts';
import { changesMatched, type RequestValues } from './request-values.ts';

type EditValues = RequestValues & { readonly sendForReview: boolean };

/** Returns the sentence that an edit of a request ends open proposals; `undefined` if it ends none. */
export function useEndingByEdit(request: TransferRequest, values: EditValues): string | undefined {
  const isUnequal = useIsUnequal(request, values);
  const ending = useEnding(
    request,
    'edit',
    ({ movesTo }) => values.sendForReview || isUnequal || !accepts(values, movesTo),
  );
  return values.sendForReview || changesMatched(request, values) ? ending : undefined;
}

/** Returns true if the edit changes an attribute that the rules require to be equal within a group. Assumes the rule until it is loaded. */
function useIsUnequal(request: TransferRequest, values: RequestValues): boolean {
  const { data } = useQuery(rulesTodayQuery());
  return (['subject', 'classRange'] as const).some(
    (field) => values[field] !== request[field] && (data?.rules.mustBeEqual.includes(field) ?? true),
  );
}

function accepts(
  { desiredDistrict, desiredBlock }: RequestValues,
  movesTo: OpenProposal['movesTo'],
): boolean {
  const isInDistrict = movesTo?.district === desiredDistrict;
  return isInDistrict && (desiredBlock === ANY_BLOCK || desiredBlock === movesTo?.block);
}
