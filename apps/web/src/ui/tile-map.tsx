import { type Language, languageEntry } from '@mutual-transfer/domain/language/language';
import { districtRows } from '@mutual-transfer/domain/reference/district-rows';
import type { Names } from '@mutual-transfer/domain/reference/names';
import { type ReactNode, useId, useState } from 'react';
import { useReading } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import chip from './chip.module.css';
import page from './page.module.css';
import classes from './tile-map.module.css';

/** Darkest step of a tile. Step 0 is for zero, the others for the numbers above it. */
const DARKEST = 4;

/** Numbers of one colour. */
export interface Band {
  step: number;
  from: number;
  to: number;
  /** Text of the legend in place of numbers. */
  label?: string;
}

/**
 * Returns the bands that distribute numbers evenly over the steps of a scale; equal numbers share a step. Omits empty bands. Palest first.
 */
export function bandsOf(values: readonly number[]): readonly Band[] {
  const sorted = values.filter((value) => value > 0).sort((first, second) => first - second);
  const bands: Band[] = values.some((value) => value <= 0) ? [{ step: 0, from: 0, to: 0 }] : [];
  for (let step = 1; step <= DARKEST; step += 1) {
    const below = bands.at(-1)?.to ?? 0;
    const to = sorted[Math.ceil((sorted.length * step) / DARKEST) - 1] ?? 0;
    const from = sorted.find((value) => value > below);
    if (from !== undefined && from <= to) bands.push({ step, from, to });
  }
  return bands;
}

export function stepOf(bands: readonly Band[], value: number): number {
  return bands.find(({ to }) => value <= to)?.step ?? 0;
}

/** A quantity that a map shows per place. */
export interface Measure {
  id: string;
  label: string;
  numberIn: (place: string) => number;
  textIn?: (place: string) => string;
  /** Bounds of the colours; by default the numbers are distributed over all colours. */
  bands?: readonly Band[];
}

/** Content of a place on the map, for callers that wrap it in a link. */
interface MapPlace {
  /** English name. */
  place: string;
  /** Id of the selected measure. */
  measure: string;
  className: string | undefined;
  content: ReactNode;
}

export interface MapProps {
  /** Accessible name of the map. */
  label: string;
  /** The map shows one measure at a time; screen readers read all of them. */
  measures: readonly [Measure, ...Measure[]];
  renderPlace?: (place: MapPlace) => ReactNode;
  /** Places with a mark in addition to their colour. Screen readers read the label. */
  marked?: { label: string; has: (place: string) => boolean };
}

/** Tile: English name, label and position. Tiles without a position follow one another. */
interface TilePlace {
  place: string;
  name: string;
  /** Name that fits on a small tile. */
  short: string;
  at?: { column: number; row: number };
}

interface TileMapProps extends MapProps {
  /** Defaults to the districts of Bihar at approximate positions. */
  places?: readonly TilePlace[];
}

/** Order of the tiles: north to south, west to east. The keyboard follows it. */
const districts = districtRows
  .map(([, place, , , , column, row]) => ({ place, column, row }))
  .sort((first, second) => first.row - second.row || first.column - second.column);

function useDistrictTiles(): readonly TilePlace[] {
  const names = useNames();
  const { language } = useReading();
  return districts.map(({ place, ...at }) => ({
    place,
    name: names.district(place),
    short: tileLabel(place, names, language),
    at,
  }));
}

/** Map of places as tiles, each with a number, darker for larger numbers, with the switch of measures above and the legend below. */
export function TileMap({ places, renderPlace = plainTile, label, measures, marked }: TileMapProps) {
  const districtTiles = useDistrictTiles();
  const tiles = places ?? districtTiles;
  const [chosenId, choose] = useState(measures[0].id);
  const chosen = measures.find(({ id }) => id === chosenId) ?? measures[0];
  const bands = chosen.bands ?? bandsOf(tiles.map(({ place }) => chosen.numberIn(place)));
  const classOf = (place: string) => {
    const step = classes[`step${stepOf(bands, chosen.numberIn(place))}`];
    return [classes.tile, step, marked?.has(place) && classes.marked].filter(Boolean).join(' ');
  };
  return (
    <div className={`${page.near} ${classes.frame}`}>
      {measures.length > 1 && <Switch chosen={chosen} label={label} measures={measures} onChoose={choose} />}
      <ul aria-label={label} className={places === undefined ? classes.map : classes.flow}>
        {tiles.map((tile) => (
          <li
            className={classes.place}
            key={tile.place}
            style={tile.at && { '--column': tile.at.column + 1, '--row': tile.at.row + 1 }}
          >
            {renderPlace({
              place: tile.place,
              measure: chosen.id,
              className: classOf(tile.place),
              content: <Content chosen={chosen} marked={marked} measures={measures} tile={tile} />,
            })}
          </li>
        ))}
      </ul>
      <Legend bands={bands} marked={marked} />
    </div>
  );
}

function plainTile({ className, content }: MapPlace): ReactNode {
  return <div className={className}>{content}</div>;
}

interface ContentProps extends Pick<MapProps, 'measures'> {
  tile: TilePlace;
  chosen: Measure;
  marked: MapProps['marked'];
}

/** Visible name and number, and the full name with all numbers for screen readers. */
function Content({ tile: { place, name, short }, chosen, measures, marked }: ContentProps) {
  const formats = useFormats();
  const textOf = ({ textIn, numberIn }: Measure) => textIn?.(place) ?? formats.number(numberIn(place));
  const numbers = measures.map((measure) => `${measure.label}: ${textOf(measure)}`);
  const spoken = marked?.has(place) ? [marked.label, ...numbers] : numbers;
  return (
    <>
      <span className="visually-hidden">{`${name}. ${spoken.join(', ')}`}</span>
      <span aria-hidden="true" className={classes.short}>
        {short}
      </span>
      <span aria-hidden="true" className={classes.name}>
        {name}
      </span>
      <span aria-hidden="true" className={classes.number}>
        {textOf(chosen)}
      </span>
    </>
  );
}

interface SwitchProps extends Pick<MapProps, 'label' | 'measures'> {
  chosen: Measure;
  onChoose: (id: string) => void;
}

function Switch({ label, measures, chosen, onChoose }: SwitchProps) {
  const name = useId();
  return (
    <fieldset className={`${page.chips} ${page.soft}`}>
      <legend className="visually-hidden">{label}</legend>
      {measures.map((measure) => (
        <label className={chip.chip} key={measure.id}>
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

/** Legend: numbers of each colour, and the mark. Hidden from screen readers, which read both with each place. */
function Legend({ bands, marked }: { bands: readonly Band[]; marked: MapProps['marked'] }) {
  const formats = useFormats();
  return (
    <p aria-hidden="true" className={`${page.chips} ${page.soft}`}>
      {bands.map(({ step, from, to, label }) => (
        <span className={classes.band} key={step}>
          <span className={`${classes.sample} ${classes[`step${step}`]}`} />
          {label ?? (from === to ? formats.number(to) : `${formats.number(from)}–${formats.number(to)}`)}
        </span>
      ))}
      {marked && (
        <span className={classes.band}>
          <span className={`${classes.sample} ${classes.marked}`} />
          {marked.label}
        </span>
      )}
    </p>
  );
}

/** Virama of each script of India, which joins a letter with the next one. */
const VIRAMA = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D]$/;

/** Returns a district's name for a small tile: from the language's table, otherwise whole or its beginning. */
export function tileLabel(district: string, names: Names, language: Language): string {
  return names.tile(district) ?? shortName(names.district(district), language);
}

/** Returns a short name whole, and the beginning of a longer one. */
function shortName(name: string, language: Language): string {
  const { tileLetters } = languageEntry(language);
  const letters = lettersOf(name, language);
  if (letters.length <= tileLetters) return name;
  const [first = '', second] = name.split(' ');
  if (second === undefined) return beginning(letters, tileLetters - 1);
  const initial = beginning(lettersOf(first, language), 1);
  return `${initial} ${beginning(lettersOf(second, language), tileLetters / 2)}`;
}

/** Returns the letters as users perceive them (grapheme clusters): in scripts of India including vowel signs. */
function lettersOf(text: string, language: Language): string[] {
  return [...new Intl.Segmenter(language).segment(text)].map(({ segment }) => segment);
}

/** Returns the first letters. Does not end in a letter that the virama joins with the next one. */
function beginning(letters: readonly string[], count: number): string {
  return letters.slice(0, count).join('').replace(VIRAMA, '');
}
