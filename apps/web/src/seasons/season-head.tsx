import type { TransferSeason } from '@mutual-transfer/domain/seasons/season';
import type { ReactNode } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import page from '../ui/page.module.css';
import { Tag } from '../ui/tag.tsx';
import { useSeasonTexts } from './use-season-texts.ts';

interface SeasonHeadProps {
  readonly season: TransferSeason;
  readonly level: 1 | 2 | 3;
  /** Name as a link. Defaults to plain text. */
  readonly name?: ReactNode;
}

/** Name and state of a season, its next event, how consent is given, and the order on which it is based. */
export function SeasonHead({ season, level, name = season.name }: SeasonHeadProps) {
  const { t } = useTranslation();
  const texts = useSeasonTexts();
  const Heading = `h${level}` as const;
  return (
    <div>
      <div className={page.row}>
        <Heading>{name}</Heading>
        <Tag tone={season.state === 'open' ? 'good' : 'low'}>{t(`season.state.${season.state}`)}</Tag>
      </div>
      <p className={page.lead}>{season.next === null ? t('season.over') : texts.next(season.next)}</p>
      <p className={page.soft}>
        {t(`season.way.${season.consent}`)} {t('season.restsOn', { order: season.order })}
      </p>
    </div>
  );
}
