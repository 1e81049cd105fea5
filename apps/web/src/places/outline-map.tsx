import { districtRows } from '@mutual-transfer/domain/reference/district-rows';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import {
  MapFrame,
  type MapPlace,
  type MapProps,
  type Measure,
  useMeasure,
  useNumberText,
  useSpokenText,
} from '../ui/maps/map-parts.tsx';
import { drawingOf, type Shape } from '../ui/maps/map-shapes.ts';
import tiles from '../ui/maps/tile-map.module.css';
import page from '../ui/page.module.css';
import { useBlocks } from './use-blocks.ts';
import type { KnownOutlines } from './use-outlines.ts';

/** Approximate width of a letter of a name and of a digit, in drawing units. */
const LETTER = 4.3;
const DIGIT = 6;

interface OutlineMapProps extends KnownOutlines {
  /** District whose blocks are drawn. Empty to draw the districts. */
  readonly district: string;
  readonly shown: MapProps;
}

/** Map of places with outlines, darker for larger numbers. Shows number and name where they fit. */
export default function OutlineMap({ topology, credit, district, shown }: OutlineMapProps) {
  const { label, renderPlace = plainArea } = shown;
  const { width, height, shapes } = useMemo(() => drawingOf(topology, district), [topology, district]);
  const { chosen, bands, choose, classOf } = useMeasure(
    shown,
    shapes.map(({ place }) => place),
  );
  return (
    <MapFrame bands={bands} chosen={chosen} onChoose={choose} shown={shown}>
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG holds no list element. */}
      <svg aria-label={label} className={tiles.drawing} role="list" viewBox={`0 0 ${width} ${height}`}>
        {shapes.map((shape) => (
          // biome-ignore lint/a11y/useSemanticElements: an SVG holds no list element.
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group is not interactive.
          <g key={shape.place} role="listitem">
            {renderPlace({
              place: shape.place,
              measure: chosen.id,
              className: classOf(shape.place, tiles.area),
              content: <Content chosen={chosen} district={district} shape={shape} shown={shown} />,
            })}
          </g>
        ))}
      </svg>
      <Missing district={district} shapes={shapes} />
      <p className={page.soft}>{credit}</p>
    </MapFrame>
  );
}

/** Places without an outline, which can be selected by name. */
function Missing({ district, shapes }: { district: string; shapes: readonly Shape[] }) {
  const { t } = useTranslation();
  const names = useNames();
  const blocks = useBlocks(district);
  const drawn = new Set(shapes.map(({ place }) => place));
  const all = district === '' ? districtRows.map(([, name]) => name) : blocks;
  const missing = all
    .filter((place) => !drawn.has(place))
    .map((place) => (district === '' ? names.district(place) : names.block(district, place)));
  if (missing.length === 0) return null;
  return <p className={page.soft}>{t('where.notOnMap', { places: missing.join(', ') })}</p>;
}

function plainArea({ className, content }: MapPlace): ReactNode {
  return <g className={className}>{content}</g>;
}

interface ContentProps {
  readonly shape: Shape;
  readonly district: string;
  readonly chosen: Measure;
  readonly shown: MapProps;
}

function Content({ shape: { place, path, x, y, room }, district, chosen, shown }: ContentProps) {
  const names = useNames();
  const textOf = useNumberText();
  const spoken = useSpokenText();
  const name = district === '' ? names.district(place) : names.block(district, place);
  const number = textOf(chosen, place);
  const isNamed = name.length * LETTER < room;
  return (
    <>
      <title>{spoken(name, place, shown)}</title>
      <path d={path} />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group is not focusable, and the title says the same. */}
      <g aria-hidden="true">
        {isNamed && (
          <text className={tiles.areaName} x={x} y={y - 1}>
            {name}
          </text>
        )}
        {number.length * DIGIT < room && (
          <text className={tiles.areaNumber} data-below={isNamed || undefined} x={x} y={y}>
            {number}
          </text>
        )}
      </g>
    </>
  );
}
