import type { Prospects } from '@mutual-transfer/domain/matching/prospects';
import type { AskedQuestion } from '../browse/visitor/visitor-search.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';
import { likelihoodOf, placesForTen } from './likelihood-of.ts';
import type { PlaceNumbers } from './place-numbers.ts';

interface LikelihoodProps {
  readonly question: AskedQuestion;
  readonly prospects: Prospects;
  readonly districts: ReadonlyMap<string, PlaceNumbers>;
}

/** Likelihood that a visitor gets to the desired place, with an explanation of the estimate. */
export function Likelihood({ question, prospects, districts }: LikelihoodProps) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const places = { mine: names.district(question.district), wish: names.district(question.desiredDistrict) };
  const share = placesForTen(districts.get(question.desiredDistrict));
  return (
    <>
      <p>
        <strong>{t(`where.likelihood.${likelihoodOf(prospects)}`, places)}</strong>
      </p>
      {share !== undefined && <p>{t('where.forTen', { ...places, number: formats.number(share) })}</p>}
      <p className={page.soft}>{t('where.reckoned', places)}</p>
    </>
  );
}
