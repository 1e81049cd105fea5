import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import type { StoredUser } from '../platform/session/session.ts';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { DemandSentence } from './demand-sentence.tsx';
import type { PlaceNumbers } from './place-numbers.ts';
import type { Taught } from './subject-and-level.ts';
import { useReachTexts } from './use-reach-texts.ts';
import { useWhereAddress } from './use-where-address.ts';

interface PlacePanelProps {
  /** Numbers of the district, or of the selected block. */
  readonly numbers: PlaceNumbers;
  readonly user: StoredUser;
  readonly taught: Taught;
}

/** Panel of the selected place with its numbers and the available actions. */
export function PlacePanel({ numbers, user, taught }: PlacePanelProps) {
  const { t } = useTranslation();
  const names = useNames();
  const { sentences } = useReachTexts();
  const { district, block } = useWhereAddress();
  const isOwn = user.district === district && user.postingBlock === block;
  const place = names.place(district, block === '' ? ANY_BLOCK : block);
  return (
    <section aria-labelledby="where-place" className={card.card} role="status">
      <h2 id="where-place">{place}</h2>
      {isOwn ? (
        <p>{t('where.ownPlace')}</p>
      ) : (
        numbers.reach && sentences(numbers.reach).map((sentence) => <p key={sentence}>{sentence}</p>)
      )}
      <DemandSentence numbers={numbers} />
      <div className={card.actions}>
        {!isOwn && !isWishedWhole(numbers, block) && <WishLink block={block} district={district} />}
        <Link className={button.soft} to={{ pathname: paths.home, search: listOf(district, block, taught) }}>
          {t('where.showList')}
        </Link>
      </div>
      <p className={page.soft}>{t('where.noPromise')}</p>
    </section>
  );
}

/** Returns `true` if the selected block is already desired. A district never is, because another of its blocks can still be added. */
function isWishedWhole({ reach }: PlaceNumbers, block: string): boolean {
  return block !== '' && reach?.isWished === true;
}

function WishLink({ district, block }: { district: string; block: string }) {
  const { t } = useTranslation();
  const search = new URLSearchParams({ district, block: block === '' ? ANY_BLOCK : block });
  return (
    <Link className={button.main} to={{ pathname: paths.newRequest, search: `?${search}` }}>
      {t('where.addWish')}
    </Link>
  );
}

/** Returns the query string of the list of teachers who work at the place and teach the same. */
function listOf(district: string, block: string, taught: Taught): string {
  const filters = { fromDistrict: district, ...(block === '' ? {} : { fromBlock: block }), ...taught };
  return `?${new URLSearchParams(filters)}`;
}
