import { PRIVACY_MESSAGE_SHOWN } from '@mutual-transfer/domain/constants';
import type { PrivacySettings } from '@mutual-transfer/domain/transfer-request';
import type { Account } from '@mutual-transfer/domain/user';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { profileQuery, refreshOwn } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { useBriefly } from '../../people/use-briefly.ts';

/** What a person hides of themselves, with what was ticked here and is not saved yet. */
export function useOwnPrivacy({ privacySettings }: Account, token: string) {
  const client = useQueryClient();
  const [edits, setEdits] = useState<Partial<PrivacySettings>>({});
  const [isSaved, showSaved] = useBriefly(PRIVACY_MESSAGE_SHOWN);
  const settings: PrivacySettings = { ...privacySettings, ...edits };
  const { run, isBusy, error } = useAction(
    () => callApi<Account>('/auth/privacy', { method: 'PUT', body: { privacySettings: settings } }),
    (changed) => {
      client.setQueryData(profileQuery(token).queryKey, changed);
      setEdits({});
      showSaved(true);
      refreshOwn(client);
    },
  );
  const choose = (key: keyof PrivacySettings, isHidden: boolean) => setEdits({ ...edits, [key]: isHidden });
  return { settings, isBusy, isSaved, error, choose, save: () => run(undefined) };
}
