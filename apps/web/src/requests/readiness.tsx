import {
  READINESS_ASKED_DAYS,
  ROUND_REFUSALS_A_DAY,
} from '@mutual-transfer/domain/agreements/agreement-rules';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { CallFailure } from '../form/call-failure.tsx';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { replaceOwnRequest } from '../platform/own-requests.ts';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import page from '../ui/page.module.css';

/** Switch "Yes, I go if I get this place". */
export function ReadinessPart({ request }: { request: TransferRequest }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useNames();
  const place = names.place(request.desiredDistrict, request.desiredBlock);
  const client = useQueryClient();
  const term = useId();
  const { _id, readyUntil = null, acceptForMe = false, status } = request;
  const saying = useAction(
    (body: { ready: boolean; acceptForMe?: boolean }) =>
      callApi<{ data: { request: TransferRequest } }>(`/requests/${_id}/readiness`, { method: 'PUT', body }),
    ({ data }) => replaceOwnRequest(client, data.request),
  );
  if (status !== 'active') return null;
  return (
    <div className={page.tight}>
      <SwitchField
        describedBy={term}
        isDisabled={saying.isBusy}
        isOn={readyUntil !== null}
        label={t('agreements.ready')}
        name={`ready-${_id}`}
        of={place}
        onChange={(ready) => saying.run({ ready })}
      />
      {isEnding(readyUntil) && (
        <div className={page.row}>
          <p>{t('agreements.readyEnds')}</p>
          <Button isBusy={saying.isBusy} onClick={() => saying.run({ ready: true })}>
            {t('agreements.renew')}
          </Button>
        </div>
      )}
      <details>
        <summary>
          <span id={term}>
            {readyUntil === null
              ? t('agreements.readyFor')
              : t('dashboard.validUntil', { date: formats.date(readyUntil) })}
          </span>{' '}
          · {t(meaningOf(request))}
          <span className="visually-hidden">: {place}</span>
        </summary>
        {readyUntil === null ? (
          <p className={page.soft}>{t('agreements.readyHint', { number: ROUND_REFUSALS_A_DAY })}</p>
        ) : (
          <SwitchField
            hint={t('agreements.acceptHint')}
            isDisabled={saying.isBusy}
            isOn={acceptForMe}
            label={t('agreements.accept')}
            name={`accept-${_id}`}
            of={place}
            onChange={(isOn) => saying.run({ ready: true, acceptForMe: isOn })}
          />
        )}
      </details>
      <CallFailure error={saying.error} text={t('common.failed')} />
    </div>
  );
}

/** Returns the text of what the card opens: the meaning of readiness, or the choice that follows it. */
function meaningOf({ readyUntil = null, acceptForMe = false }: TransferRequest) {
  if (readyUntil === null) return 'agreements.readyMeaning';
  return acceptForMe ? 'agreements.acceptIsOn' : 'agreements.acceptIsOff';
}

/** Returns `true` if the readiness is still valid but ends soon, so that the teacher is asked to renew it. */
function isEnding(readyUntil: string | null): boolean {
  if (readyUntil === null) return false;
  return new Date(readyUntil).getTime() - Date.now() <= READINESS_ASKED_DAYS * MILLISECONDS_A_DAY;
}
