import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';
import { useState } from 'react';
import { openRequests } from '../people/privacy-words.ts';
import card from '../ui/card.module.css';
import { FocusedNotice } from '../ui/focused-notice.tsx';
import { OwnRequest } from './own-request.tsx';

/** All of one's requests, and what happened to them last. */
export function OwnRequestList({ requests }: { requests: readonly TransferRequest[] }) {
  const [notice, setNotice] = useState({ text: '' });
  const open = openRequests(requests);
  return (
    <>
      <FocusedNotice notice={notice} />
      <ul className={card.list}>
        {requests.map((request) => (
          <li key={request._id}>
            <OwnRequest onNotice={(text) => setNotice({ text })} open={open} request={request} />
          </li>
        ))}
      </ul>
    </>
  );
}
