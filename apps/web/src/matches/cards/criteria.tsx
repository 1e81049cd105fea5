import { CRITERIA_SHOWN } from '@mutual-transfer/domain/constants';
import type { Match } from '@mutual-transfer/domain/matching/match';
import { useTranslation } from '../../platform/i18n/language.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';

/** Criteria of a match: three as tags, all as sentences when opened. */
export function Criteria({ match, name }: { match: Match; name: string }) {
  const { t } = useTranslation();
  const { criteria, matchCriteria } = match;
  const more = criteria.length - CRITERIA_SHOWN;
  return (
    <details>
      <summary className={page.chips}>
        {criteria.slice(0, CRITERIA_SHOWN).map(({ code }) => (
          <Tag key={code}>{`${code === 'categoryNotStated' ? '?' : '✓'} ${t(`match.criteria.${code}`)}`}</Tag>
        ))}
        {more > 0 && <small>{t('match.more', { count: more })}</small>}
        <span className="visually-hidden">{`: ${name}`}</span>
      </summary>
      <ul className={`${card.ticked} ${page.soft}`}>
        {matchCriteria.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
