import { PRIVACY_MESSAGE_SHOWN } from '@mutual-transfer/domain/constants';
import type { PrivacySettings, TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api/client.ts';
import { replaceOwnRequest } from '../../platform/api/own-requests.ts';
import { askAgain } from '../../platform/api/queries.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTimedFlag } from '../../ui/use-timed-flag.ts';

interface PrivacyChange {
  readonly settings: PrivacySettings;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly isSaved: boolean;
  readonly error: unknown;
  readonly choose: (key: keyof PrivacySettings, isHidden: boolean) => void;
  readonly discard: () => void;
  readonly save: () => void;
}

/** Returns the privacy settings of a request with unsaved changes. */
export function usePrivacyChange({ _id, privacySettings }: TransferRequest): PrivacyChange {
  const client = useQueryClient();
  const [edits, setEdits] = useState<Partial<PrivacySettings>>({});
  const [isSaved, showSaved] = useTimedFlag(PRIVACY_MESSAGE_SHOWN);
  const settings = { ...privacySettings, ...edits };
  const saving = useAction(
    () =>
      callApi<{ data: { request: TransferRequest } }>(`/requests/${_id}/privacy`, {
        method: 'PUT',
        body: { privacySettings: settings },
      }),
    async ({ data }) => {
      await replaceOwnRequest(client, data.request);
      setEdits({});
      showSaved(true);
      void askAgain(client, 'requests');
    },
  );
  const choose = (key: keyof PrivacySettings, isHidden: boolean) => {
    if (saving.isBusy) return;
    saving.reset();
    showSaved(false);
    setEdits({ ...edits, [key]: isHidden });
  };
  const discard = () => {
    saving.reset();
    setEdits({});
  };
  return {
    settings,
    isChanged: privacyKeys.some((key) => settings[key] !== privacySettings[key]),
    isBusy: saving.isBusy,
    isSaved,
    error: saving.error,
    choose,
    discard,
    save: () => saving.run(),
  };
}
