import type { Prospects } from '@mutual-transfer/domain/matching/demand';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';
import classes from './prospects.module.css';

/** English names of the district of work and of the desired district. */
interface Move {
  district: string;
  desiredDistrict: string;
}

interface ProspectsProps {
  prospects: Prospects;
  move: Move;
}

/** What the public requests say about a move between two districts, in one sentence. */
export function ProspectsVerdict({ prospects: { directSwaps, shortestRing }, move }: ProspectsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const places = usePlaces(move);
  if (directSwaps > 0)
    return t('prospects.swap', { ...places, count: directSwaps, formatted: formats.number(directSwaps) });
  if (shortestRing !== null) return t('prospects.ring', { ...places, length: formats.number(shortestRing) });
  return t('prospects.none');
}

/**
 * Numbers of teachers who want the own district, and of those who work in the desired one. The second is an upper bound: a swap needs
 * fitting blocks.
 */
export function ProspectsFigures({ prospects: { wantYourPlace, directSwaps }, move }: ProspectsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const places = usePlaces(move);
  const figures = [
    { number: wantYourPlace, text: t('prospects.coming', { ...places, count: wantYourPlace }) },
    ...(wantYourPlace > 0
      ? [{ number: directSwaps, text: t('prospects.swapping', { ...places, count: directSwaps }) }]
      : []),
  ];
  return (
    <ul className={`${page.tight} ${classes.figures}`}>
      {figures.map(({ number, text }) => (
        <li key={text}>
          <strong>{formats.number(number)}</strong> <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function usePlaces({ district, desiredDistrict }: Move) {
  const names = useNames();
  return { mine: names.district(district), wish: names.district(desiredDistrict) };
}
