import { Suspense } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import type { MapProps } from '../ui/maps/map-parts.tsx';
import { TileMap } from '../ui/maps/tile-map.tsx';
import { lazyPart } from '../ui/states/lazy-part.tsx';
import { CardSkeletons } from '../ui/states/skeletons.tsx';
import { useBlocks } from './use-blocks.ts';
import { type KnownOutlines, useOutlines } from './use-outlines.ts';

const OutlineMap = lazyPart(() => import('./outline-map.tsx'));

interface PlaceMapProps extends MapProps {
  /** District whose blocks are shown. Defaults to all districts. */
  readonly district?: string;
}

/** Map of the districts of Bihar, or of the blocks of one. Draws the outlines supplied by the operator, or tiles without them. */
export function PlaceMap({ district = '', ...shown }: PlaceMapProps) {
  const { t } = useTranslation();
  const outlines = useOutlines(district !== '');
  const loading = <CardSkeletons label={t('common.loading')} />;
  if (outlines === 'loading') return loading;
  if (outlines === 'none' || !isDrawn(outlines, district))
    return district === '' ? <TileMap {...shown} /> : <BlockTiles district={district} shown={shown} />;
  return (
    <Suspense fallback={loading}>
      <OutlineMap district={district} {...outlines} shown={shown} />
    </Suspense>
  );
}

/** Returns `true` if the district has blocks with outlines. The operator's file may lack them. */
function isDrawn({ topology }: KnownOutlines, district: string): boolean {
  const { geometries } = topology.objects.places;
  return geometries.some(({ properties }) => district === '' || properties.district === district);
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
