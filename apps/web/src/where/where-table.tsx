import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import { useWhereAddress } from './place-choice.tsx';
import { type PlaceNumbers, useReachTexts } from './place-numbers.tsx';
import classes from './where.module.css';

export function WhereTable({ places, isOwn }: { places: ReadonlyMap<string, PlaceNumbers>; isOwn: boolean }) {
  const { t } = useTranslation();
  const columns = [
    t('where.place'),
    ...(isOwn ? [t('where.waysThere'), t('where.pairs')] : []),
    t('browse.leaving'),
    t('browse.coming'),
  ];
  return (
    <details className={card.card}>
      <summary>{t('where.asTable')}</summary>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('where.title')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...places.values()].map((numbers) => (
            <Row isOwn={isOwn} key={numbers.place} numbers={numbers} />
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Row({ numbers, isOwn }: { numbers: PlaceNumbers; isOwn: boolean }) {
  const names = useNames();
  const formats = useFormats();
  const { district, answerWith } = useWhereAddress();
  const { short } = useReachTexts();
  const { place, coming, leaving, reach } = numbers;
  return (
    <tr>
      <th scope="row">
        <Link preventScrollReset to={answerWith(district === '' ? { wish: place } : { block: place })}>
          {district === '' ? names.district(place) : names.block(district, place)}
        </Link>
      </th>
      {isOwn && (
        <>
          <td>{reach && short(reach)}</td>
          <td>{formats.number(reach?.pairs ?? 0)}</td>
        </>
      )}
      <td>{formats.number(leaving)}</td>
      <td>{formats.number(coming)}</td>
    </tr>
  );
}
