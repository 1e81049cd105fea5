import { type ReactNode, useId, useState } from 'react';
import { useFormats } from '../../platform/i18n/names.ts';
import chip from '../chip.module.css';
import page from '../page.module.css';
import classes from './tile-map.module.css';
import { type Band, bandsOf, stepOf } from './tile-steps.ts';

/** A quantity that a map shows per place. */
export interface Measure {
  readonly id: string;
  readonly label: string;
  readonly numberIn: (place: string) => number;
  /** Text on the map in place of the number. */
  readonly textIn?: (place: string) => string;
  /** Bounds of the colours; by default the numbers are distributed over all colours. */
  readonly bands?: readonly Band[];
}

/** Content of a place on the map, for callers that wrap it in a link. */
export interface MapPlace {
  /** English name. */
  readonly place: string;
  /** Id of the selected measure. */
  readonly measure: string;
  readonly className: string | undefined;
  readonly content: ReactNode;
}

/** Props shared by all maps. */
export interface MapProps {
  /** Accessible name of the map. */
  readonly label: string;
  /** The map shows one measure at a time; screen readers read all of them. */
  readonly measures: readonly [Measure, ...Measure[]];
  readonly renderPlace?: (place: MapPlace) => ReactNode;
  /** Places with a mark in addition to their colour. Screen readers read the label. */
  readonly marked?: { readonly label: string; readonly has: (place: string) => boolean };
}

/** Returns the selected measure with its colour bands, and the setter of its id. */
export function useMeasure({ measures, marked }: MapProps, places: readonly string[]) {
  const [chosenId, choose] = useState(measures[0].id);
  const chosen = measures.find(({ id }) => id === chosenId) ?? measures[0];
  const bands = chosen.bands ?? bandsOf(places.map(chosen.numberIn));
  /** Returns the class names of a place: the given one, its colour, and its mark. */
  const classOf = (place: string, className: string | undefined) =>
    [
      className,
      classes[`step${stepOf(bands, chosen.numberIn(place))}`],
      marked?.has(place) ? classes.marked : undefined,
    ]
      .filter((name) => name !== undefined)
      .join(' ');
  return { chosen, bands, choose, classOf };
}

/** Returns a formatter of a measure at a place. */
export function useNumberText(): (measure: Measure, place: string) => string {
  const formats = useFormats();
  return ({ textIn, numberIn }, place) => textIn?.(place) ?? formats.number(numberIn(place));
}

/** Returns a formatter of a place with all of its numbers, for screen readers. */
export function useSpokenText(): (
  name: string,
  place: string,
  shown: Pick<MapProps, 'measures' | 'marked'>,
) => string {
  const textOf = useNumberText();
  return (name, place, { measures, marked }) => {
    const mark = marked?.has(place) ? [marked.label] : [];
    const numbers = measures.map((measure) => `${measure.label}: ${textOf(measure, place)}`);
    return `${name}. ${[...mark, ...numbers].join(', ')}`;
  };
}

interface MapFrameProps {
  readonly shown: MapProps;
  readonly chosen: Measure;
  readonly bands: readonly Band[];
  readonly onChoose: (id: string) => void;
  readonly children: ReactNode;
}

/** Map with the switch of measures above and the legend below. */
export function MapFrame({
  shown: { label, measures, marked },
  chosen,
  bands,
  onChoose,
  children,
}: MapFrameProps) {
  return (
    <div className={`${page.near} ${classes.frame}`}>
      {measures.length > 1 && (
        <Switch chosen={chosen} label={label} measures={measures} onChoose={onChoose} />
      )}
      {children}
      <Legend bands={bands} marked={marked} />
    </div>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly measures: readonly Measure[];
  readonly chosen: Measure;
  readonly onChoose: (id: string) => void;
}

/** Selects the measure that the map shows. */
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
