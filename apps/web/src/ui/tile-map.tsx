import { districtRows } from '@mutual-transfer/domain/reference/district-rows';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import { useReading } from '../i18n/language.tsx';
import { useFormats, useNames } from '../i18n/names.ts';
import { tileName } from './short-name.ts';
import classes from './tile-map.module.css';
import { type Band, bandsOf, stepOf } from './tile-steps.ts';

/** One thing that is counted in every district. */
export interface Measure {
  readonly id: string;
  readonly label: string;
  readonly numberIn: (district: string) => number;
}

/** What a tile is made of, for a caller that makes it a link. */
export interface Tile {
  readonly district: string;
  /** The id of the measure that is shown. */
  readonly measure: string;
  readonly className: string | undefined;
  readonly content: ReactNode;
}

interface TileMapProps {
  /** What the numbers are, for readers who do not see the picture. */
  readonly label: string;
  /** One is shown at a time; a screen reader reads all of them. */
  readonly measures: readonly [Measure, ...Measure[]];
  readonly renderTile?: (tile: Tile) => ReactNode;
}

/** From north to south and west to east, as the eye and the keyboard go through the map. */
const places = districtRows
  .map(([, district, , , , column, row]) => ({ district, column, row }))
  .toSorted((first, second) => first.row - second.row || first.column - second.column);

/** The districts of Bihar as tiles about where they lie, each with a number and darker for more. */
export function TileMap({ label, measures, renderTile = plainTile }: TileMapProps) {
  const [chosenId, choose] = useState(measures[0].id);
  const chosen = measures.find(({ id }) => id === chosenId) ?? measures[0];
  const bands = bandsOf(places.map(({ district }) => chosen.numberIn(district)));
  return (
    <div className={classes.frame}>
      {measures.length > 1 && <Switch chosen={chosen} label={label} measures={measures} onChoose={choose} />}
      <ul aria-label={label} className={classes.map}>
        {places.map(({ district, column, row }) => (
          <li
            className={classes.place}
            key={district}
            style={{ '--column': column + 1, '--row': row + 1 } as CSSProperties}
          >
            {renderTile({
              district,
              measure: chosen.id,
              className: `${classes.tile} ${classes[`step${stepOf(bands, chosen.numberIn(district))}`]}`,
              content: <Content chosen={chosen} district={district} measures={measures} />,
            })}
          </li>
        ))}
      </ul>
      <Legend bands={bands} />
    </div>
  );
}

function plainTile({ className, content }: Tile): ReactNode {
  return <div className={className}>{content}</div>;
}

interface ContentProps {
  readonly district: string;
  readonly chosen: Measure;
  readonly measures: readonly Measure[];
}

/** The name and the number for the eye; the whole name and every number for the ear. */
function Content({ district, chosen, measures }: ContentProps) {
  const names = useNames();
  const formats = useFormats();
  const { language } = useReading();
  const name = names.district(district);
  const numbers = measures.map(({ label, numberIn }) => `${label}: ${formats.number(numberIn(district))}`);
  return (
    <>
      <span className="visually-hidden">{`${name}. ${numbers.join(', ')}`}</span>
      <span aria-hidden="true" className={classes.short}>
        {tileName(district, names, language)}
      </span>
      <span aria-hidden="true" className={classes.name}>
        {name}
      </span>
      <span aria-hidden="true" className={classes.number}>
        {formats.number(chosen.numberIn(district))}
      </span>
    </>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly measures: readonly Measure[];
  readonly chosen: Measure;
  readonly onChoose: (id: string) => void;
}

/** Which number the tiles show. */
function Switch({ label, measures, chosen, onChoose }: SwitchProps) {
  const name = useId();
  return (
    <fieldset className={classes.switch}>
      <legend className="visually-hidden">{label}</legend>
      {measures.map((measure) => (
        <label className={classes.choice} key={measure.id}>
          <input
            checked={measure.id === chosen.id}
            className="visually-hidden"
            name={name}
            onChange={() => onChoose(measure.id)}
            type="radio"
            value={measure.id}
          />
          {measure.label}
        </label>
      ))}
    </fieldset>
  );
}

/** Which numbers each colour stands for; a screen reader reads the numbers themselves. */
function Legend({ bands }: { bands: readonly Band[] }) {
  const formats = useFormats();
  return (
    <p aria-hidden="true" className={classes.legend}>
      {bands.map(({ step, from, to }) => (
        <span className={classes.band} key={step}>
          <span className={`${classes.sample} ${classes[`step${step}`]}`} />
          {from === to ? formats.number(to) : `${formats.number(from)}–${formats.number(to)}`}
        </span>
      ))}
    </p>
  );
}
