import { RINGS_SHOWN } from '@mutual-transfer/domain/constants';
import type { RingAdvice } from '@mutual-transfer/domain/matching/ring';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { CallFailure } from '../../form/call-failure.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { accountPartPath, paths } from '../../platform/paths.ts';
import button from '../../ui/button.module.css';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { adviceQuery } from '../matches.queries.ts';
import { MissingPeople } from './missing-people.tsx';
import { Reasons } from './reasons.tsx';
import { ServiceAdvice } from './service-advice.tsx';

interface AdviceProps {
  readonly userId: string;
  readonly request: Pick<TransferRequest, '_id' | 'desiredDistrict' | 'desiredBlock'>;
  /** Shows the advice at once; otherwise it loads when opened. */
  readonly isOpen: boolean;
  readonly className: string | undefined;
}

/** Shows changes that would give a request more matches, in numbers of teachers. */
export function Advice({ userId, request, isOpen, className }: AdviceProps) {
  const { t } = useTranslation();
  const names = useNames();
  const [isAsked, setAsked] = useState(isOpen);
  const query = useQuery({ ...adviceQuery(userId, request._id), enabled: isAsked });
  const place = names.placeInSentence(request.desiredDistrict, request.desiredBlock);
  return (
    <details
      className={className}
      onToggle={(event) => event.currentTarget.open && setAsked(true)}
      open={isOpen}
    >
      <summary>{t('advice.title', { place })}</summary>
      {isAsked && query.isPending && <CardSkeletons label={t('common.loading')} />}
      <CallFailure error={query.error} onRetry={query.refetch} text={t('advice.failed')} />
      {query.data && <FoundAdvice advice={query.data} requestId={request._id} />}
    </details>
  );
}

function FoundAdvice({ advice, requestId }: { advice: RingAdvice; requestId: string }) {
  const { t } = useTranslation();
  return (
    <div className={page.page}>
      {advice.whyNothingYet && <Reasons reasons={advice.whyNothingYet} />}
      <ServiceAdvice advice={advice.service} />
      <StatingCategory advice={advice.statingCategory} />
      <Wishes wishes={advice.oneMoreWish} />
      <Link className={`${button.soft} ${page.start}`} to={`${paths.where}?request=${requestId}`}>
        {t('navigation.where')}
      </Link>
      <MissingPeople people={advice.onePersonMissing} />
    </div>
  );
}

function StatingCategory({ advice }: { advice: RingAdvice['statingCategory'] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (advice === null) return null;
  return (
    <section>
      <h3>{t('advice.category')}</h3>
      <p>{t('advice.categoryText', { length: formats.number(advice.shortest) })}</p>
      <Link className={button.soft} to={accountPartPath('profile')}>
        {t('advice.stateCategory')}
      </Link>
    </section>
  );
}

/** Other places that would give pairs or rings immediately. Each links to a new request for that place. */
function Wishes({ wishes }: { wishes: RingAdvice['oneMoreWish'] }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  if (wishes.length === 0) return null;
  return (
    <section>
      <h3>{t('advice.wishes')}</h3>
      <ul className={page.near}>
        {wishes.map(({ desiredDistrict, desiredBlock, pairs, rings, shortest }) => (
          <li className={`${page.row} ${page.ruled}`} key={`${desiredDistrict}/${desiredBlock}`}>
            <div>
              <p>
                <strong>{names.place(desiredDistrict, desiredBlock)}</strong>
              </p>
              <p className={page.soft}>
                {[
                  pairs > 0 && t('advice.wishPairs', { pairs: formats.number(pairs) }),
                  rings > 0 &&
                    t('advice.wishRings', {
                      rings: `${formats.number(rings)}${rings < RINGS_SHOWN ? '' : '+'}`,
                    }),
                  t('advice.wishShortest', { shortest: formats.number(shortest) }),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
            <Link
              className={button.soft}
              to={{
                pathname: paths.newRequest,
                search: `?${new URLSearchParams({ district: desiredDistrict, block: desiredBlock })}`,
              }}
            >
              {t('advice.askForIt')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
