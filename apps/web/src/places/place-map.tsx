import { useNames } from '../platform/i18n/names.ts';
import { type MapProps, TileMap } from '../ui/tile-map.tsx';
import { useBlocks } from './places.queries.ts';

interface PlaceMapProps extends MapProps {
  /** District whose blocks are shown. Defaults to all districts. */
  district?: string;
}

/** Map of the districts of Bihar, or of the blocks of one. */
export function PlaceMap({ district = '', ...shown }: PlaceMapProps) {
  return district === '' ? <TileMap {...shown} /> : <BlockTiles district={district} shown={shown} />;
}

function BlockTiles({ district, shown }: { district: string; shown: MapProps }) {
  const names = useNames();
  const blocks = useBlocks(district);
  const places = blocks.map((place) => {
    const name = names.block(district, place);
    return { place, name, short: name };
  });
  return <TileMap {...shown} places={places} />;
}
