import type { Account } from '@mutual-transfer/domain/accounts/user';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import type { Dashboard } from '@mutual-transfer/domain/dashboard';
import type { CreatedRequest } from '@mutual-transfer/domain/matching/match';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { FIRST_CONTACT, nothingHidden } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { callApi } from '../platform/client.ts';
import { useReading } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session.ts';
import { useAction } from '../platform/use-action.ts';
import { ContactChoice } from '../requests/contact-choice.tsx';
import { type Posted, showPosted } from '../requests/requests.queries.ts';

import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';

interface WishPanelProps {
  /** Number of teachers that match the wish given at registration. */
  total: number;
  /** Number of these teachers with whom a direct swap is possible. */
  perfect: number;
  /** Best matches of the wish, direct swaps first. */
  matches: Dashboard['matches'];
}

/**
 * Shown before the first request: the direct swaps, or the number of teachers that match the wish given at registration, and a button that
 * posts the wish unchanged, with the text of that request. Shows the same error messages as the request form. Renders nothing without a wish, or if the
 * teacher works at the desired place.
 */
export function WishPanel({ total, perfect, matches }: WishPanelProps) {
  const { t, language } = useReading();
  const names = useNames();
  const formats = useFormats();
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useSession()?.user;
  const place = names.placeInSentence(user?.desiredDistrict ?? '', user?.desiredBlock ?? '');
  const [contact, setContact] = useState(user?.contactPreference ?? FIRST_CONTACT);
  // Posting stores the answer with the account, before the next page is there.
  const [asksContact] = useState(!user?.contactPreference);
  const words = { reason: t('dashboard.wishReason'), more: t('dashboard.wishMore') };
  const posting = useAction(
    () =>
      callApi<CreatedRequest>('/requests', {
        method: 'POST',
        body: {
          ...wishOf(user),
          contactPreference: contact,
          reason: words.reason,
          additionalInfo: words.more,
        },
      }),
    async ({ data }) => {
      await showPosted(client, { userId: data.request.user._id ?? '', language }, data);
      return navigate(paths.newRequest, { state: { posted: [data.request] } satisfies Posted });
    },
  );
  if (!user?.desiredDistrict || !user.desiredBlock || isThere(user)) return null;
  const counted = (count: number) => ({ count, formatted: formats.number(count), place });
  const partly = total === 0 ? t('dashboard.wishNone', { place }) : t('dashboard.wishPartly', counted(total));
  const [first] = matches;
  const name = perfect === 1 && first?.hasActiveRequest ? first.user.name : undefined;
  const direct =
    name === undefined || name === HIDDEN
      ? t('dashboard.wishDirect', counted(perfect))
      : t('dashboard.wishWith', { name, place });
  const found = perfect > 0 ? direct : partly;
  return (
    <section aria-labelledby="wish" className={`${page.note} ${page.stack}`}>
      <h2 id="wish">{t(perfect > 0 ? 'dashboard.perfectFound' : 'dashboard.wishTitle')}</h2>
      <p>{found}</p>
      {asksContact && <ContactChoice onChange={setContact} value={contact} />}
      <CallFailure error={posting.error} text={t('dashboard.wishFailed')} />
      <div className={page.row}>
        <Button isBusy={posting.isBusy} kind="main" onClick={() => posting.run()}>
          {t('dashboard.wishPost')}
        </Button>
        {perfect > 0 && (
          <Link className={`${button.quiet} ${button.flush}`} to={`${paths.viewRequests}?tab=my`}>
            {t('dashboard.perfectShow')}
          </Link>
        )}
        <Link className={`${button.quiet} ${button.flush}`} to={paths.newRequest}>
          {t('dashboard.wishFill')}
        </Link>
      </div>
      <p className={page.soft}>{t('dashboard.wishWords', words)}</p>
    </section>
  );
}

type Places = Pick<Account, 'district' | 'postingBlock' | 'desiredDistrict' | 'desiredBlock'>;

function isThere({ district, postingBlock, desiredDistrict, desiredBlock }: Places): boolean {
  return desiredDistrict === district && (desiredBlock === ANY_BLOCK || desiredBlock === postingBlock);
}

/** Returns the registered wish as a request body, with the privacy settings of the account. */
function wishOf(
  user: Pick<Account, 'desiredDistrict' | 'desiredBlock' | 'subject' | 'classRange'> | undefined,
) {
  const { desiredDistrict, desiredBlock, subject, classRange } = user ?? {};
  return { desiredDistrict, desiredBlock, subject, classRange, privacySettings: nothingHidden };
}
