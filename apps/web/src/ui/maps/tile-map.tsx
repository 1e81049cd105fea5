import { districtRows } from '@mutual-transfer/domain/reference/district-rows';
import type { CSSProperties, ReactNode } from 'react';
import { useReading } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import { tileName } from '../rings/short-name.ts';
import {
  MapFrame,
  type MapPlace,
  type MapProps,
  type Measure,
  useMeasure,
  useNumberText,
  useSpokenText,
} from './map-parts.tsx';
import classes from './tile-map.module.css';

/** Tile: English name, label and position. Tiles without a position follow one another. */
export interface TilePlace {
  readonly place: string;
  readonly name: string;
  /** Name that fits on a small tile. */
  readonly short: string;
  readonly at?: { readonly column: number; readonly row: number };
}

interface TileMapProps extends MapProps {
  /** Defaults to the districts of Bihar at approximate positions. */
  readonly places?: readonly TilePlace[];
}

/** Order of the tiles: north to south, west to east. The keyboard follows it. */
const districts = districtRows
  .map(([, place, , , , column, row]) => ({ place, column, row }))
  .toSorted((first, second) => first.row - second.row || first.column - second.column);

function useDistrictTiles(): readonly TilePlace[] {
  const names = useNames();
  const { language } = useReading();
  return districts.map(({ place, ...at }) => ({
    place,
    name: names.district(place),
    short: tileName(place, names, language),
    at,
  }));
}

/** Map of places as tiles, each with a number, darker for larger numbers. */
export function TileMap({ places, renderPlace = plainTile, ...shown }: TileMapProps) {
  const { label } = shown;
  const districtTiles = useDistrictTiles();
  const tiles = places ?? districtTiles;
  const { chosen, bands, choose, classOf } = useMeasure(
    shown,
    tiles.map(({ place }) => place),
  );
  return (
    <MapFrame bands={bands} chosen={chosen} onChoose={choose} shown={shown}>
      <ul aria-label={label} className={places === undefined ? classes.map : classes.flow}>
        {tiles.map((tile) => (
          <li className={classes.place} key={tile.place} style={positionOf(tile)}>
            {renderPlace({
              place: tile.place,
              measure: chosen.id,
              className: classOf(tile.place, classes.tile),
              content: <Content chosen={chosen} shown={shown} tile={tile} />,
            })}
          </li>
        ))}
      </ul>
    </MapFrame>
  );
}

function positionOf({ at }: TilePlace): CSSProperties | undefined {
  return at && { '--column': at.column + 1, '--row': at.row + 1 };
}

function plainTile({ className, content }: MapPlace): ReactNode {
  return <div className={className}>{content}</div>;
}

interface ContentProps {
  readonly tile: TilePlace;
  readonly chosen: Measure;
  readonly shown: MapProps;
}

/** Visible name and number, and the full name with all numbers for screen readers. */
function Content({ tile: { place, name, short }, chosen, shown }: ContentProps) {
  const textOf = useNumberText();
  const spoken = useSpokenText();
  return (
    <>
      <span className="visually-hidden">{spoken(name, place, shown)}</span>
      <span aria-hidden="true" className={classes.short}>
        {short}
      </span>
      <span aria-hidden="true" className={classes.name}>
        {name}
      </span>
      <span aria-hidden="true" className={classes.number}>
        {textOf(chosen, place)}
      </span>
    </>
  );
}
