import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { FocusedNotice } from '../../ui/states/focused-notice.tsx';
import { openRequests } from '../form/privacy-text.ts';
import { OwnRequest } from './own-request.tsx';

interface OwnRequestListProps {
  readonly requests: readonly TransferRequest[];
  /** Number shown before the user asks for the rest. Defaults to all. */
  readonly first?: number;
  /** False where the page has the switch of readiness elsewhere. */
  readonly hasReadiness?: boolean;
}

/** Lists the user's requests with their actions and the last result. */
export function OwnRequestList({
  requests,
  first = requests.length,
  hasReadiness = true,
}: OwnRequestListProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const [notice, setNotice] = useState({ text: '' });
  const open = openRequests(requests);
  return (
    <>
      <FocusedNotice notice={notice} />
      <ul className={page.stack}>
        {(isWhole ? requests : requests.slice(0, first)).map((request) => (
          <li key={request._id}>
            <OwnRequest
              hasReadiness={hasReadiness}
              onNotice={(text) => setNotice({ text })}
              open={open}
              request={request}
            />
          </li>
        ))}
      </ul>
      {!isWhole && requests.length > first && (
        <Button className={page.start} onClick={() => setWhole(true)}>
          {t('dashboard.showOthers', { formatted: formats.number(requests.length - first) })}
        </Button>
      )}
    </>
  );
}
