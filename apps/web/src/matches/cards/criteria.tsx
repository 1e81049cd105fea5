import { CRITERIA_SHOWN } from '@mutual-transfer/domain/constants';
import type { Match } from '@mutual-transfer/domain/matching/match';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { accountPartPath } from '../../platform/paths.ts';
import { useLacksCategory } from '../../platform/session/use-lacks-category.ts';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';

type Code = Match['criteria'][number]['code'];

/** Criteria of a match: three as tags, all as sentences when opened. Asks viewers for their own category if it is missing. */
export function Criteria({ match, name }: { match: Match; name: string }) {
  const { t } = useTranslation();
  const lacksCategory = useLacksCategory();
  const { criteria, matchCriteria } = match;
  const more = criteria.length - CRITERIA_SHOWN;
  const isOwnMissing = (code: Code | undefined) => code === 'categoryNotStated' && lacksCategory;
  const labelOf = (code: Code) =>
    isOwnMissing(code) ? t('match.ownCategoryMissing') : t(`match.criteria.${code}`);
  return (
    <>
      <details>
        <summary className={page.chips}>
          {criteria.slice(0, CRITERIA_SHOWN).map(({ code }) => (
            <Tag key={code}>{`${isOpen(code) ? '?' : '✓'} ${labelOf(code)}`}</Tag>
          ))}
          {more > 0 && <small>{t('match.more', { count: more })}</small>}
          <span className="visually-hidden">{`: ${name}`}</span>
        </summary>
        <ul className={`${card.ticked} ${page.soft}`}>
          {matchCriteria.map((sentence, index) => {
            const code = criteria[index]?.code;
            return (
              <li data-open={isOpen(code) || undefined} key={sentence}>
                {isOwnMissing(code) ? t('match.ownCategoryMissing') : sentence}
              </li>
            );
          })}
        </ul>
      </details>
      {criteria.some(({ code }) => isOwnMissing(code)) && (
        <Link className={`${button.soft} ${page.start}`} to={accountPartPath('profile')}>
          {t('advice.stateCategory')}
        </Link>
      )}
    </>
  );
}

/** Returns true for the criterion that neither fits nor fails, since a teacher has not stated their category. */
function isOpen(code: Code | undefined): boolean {
  return code === 'categoryNotStated';
}
