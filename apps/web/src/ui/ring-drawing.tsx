import type { Answer } from '@mutual-transfer/domain/agreements/agreement-steps';
import classes from './ring.module.css';

const SIZE = 200;
const CENTRE = SIZE / 2;
const RADIUS = 76;
const NODE = 17;
/** Gap at each end of an arrow, in radians. */
const GAP = (NODE + 6) / RADIUS;
/** Distances of a place's name, as shares of the drawing: from its seat, and from the centre for the seats at the top and the bottom. */
const BESIDE = 0.11;
const ABOVE = 0.56;

interface RingDrawingProps {
  length: number;
  /** Text in the centre. */
  number: string;
  /** Names of the members' places, in order. Without them only the seats are numbered. */
  places?: readonly string[];
  /** Answers of the members to a proposal, in order. */
  answers?: readonly Answer[];
  /** Seats whose members refused or left. The arrows from and to them are drawn broken. */
  gone?: readonly number[];
}

/**
 * Ring seen from above: the viewer at the top, every member moving clockwise into the next one's place. For sighted users only: the page
 * lists the same moves as text. A narrow drawing has the names of the places below it.
 */
export function RingDrawing({ length, number, places, answers, gone = [] }: RingDrawingProps) {
  const steps = Array.from({ length }, (_, step) => step);
  const isGone = (step: number) => gone.includes(step % length);
  return (
    <div aria-hidden="true" className={classes.space}>
      <div className={classes.drawing}>
        <svg aria-hidden="true" viewBox={`0 0 ${SIZE} ${SIZE}`}>
          {steps.map((step) => (
            <Arrow
              from={angleOf(step, length) + GAP}
              isBroken={isGone(step) || isGone(step + 1)}
              key={step}
              to={angleOf(step + 1, length) - GAP}
            />
          ))}
          {steps.map((step) => {
            const { x, y } = pointAt(angleOf(step, length));
            return (
              <g
                className={`${classes.seat} ${step === 0 ? classes.self : ''}`}
                data-answer={isGone(step) ? 'no' : answers?.[step]}
                key={step}
              >
                <circle cx={x} cy={y} r={NODE} />
                <text dominantBaseline="central" textAnchor="middle" x={x} y={y}>
                  {step + 1}
                </text>
              </g>
            );
          })}
          <text
            className={classes.count}
            dominantBaseline="central"
            textAnchor="middle"
            x={CENTRE}
            y={CENTRE}
          >
            {number}
          </text>
        </svg>
        {places &&
          steps.map((step) => (
            <PlaceName
              angle={angleOf(step, length)}
              isSelf={step === 0}
              key={step}
              place={places[step] ?? ''}
            />
          ))}
      </div>
    </div>
  );
}

/** Name beside its seat, outside the ring: above, below, or on the side where the seat is. */
function PlaceName({ angle, isSelf, place }: { angle: number; isSelf: boolean; place: string }) {
  const [across, down] = [Math.cos(angle), Math.sin(angle)];
  const isMiddle = Math.abs(across) < 0.01;
  const beside = shareOf(Math.abs(across) * (RADIUS / SIZE) + BESIDE);
  const side = across < 0 ? { insetInlineEnd: beside } : { insetInlineStart: beside };
  return (
    <span
      className={`${classes.place} ${isSelf ? classes.mine : ''} ${isMiddle ? classes.middle : ''}`}
      style={{
        insetBlockStart: shareOf(down * (isMiddle ? ABOVE : RADIUS / SIZE)),
        ...(!isMiddle && side),
      }}
    >
      {place}
    </span>
  );
}

/** Returns a position in the drawing, given as a share of its size from the centre. */
function shareOf(share: number): string {
  return `${Math.round((0.5 + share) * 1000) / 10}%`;
}

function Arrow({ from, to, isBroken }: { from: number; to: number; isBroken: boolean }) {
  const start = pointAt(from);
  const end = pointAt(to);
  const left = pointAt(to - 0.11, RADIUS - 7);
  const right = pointAt(to - 0.11, RADIUS + 7);
  return (
    <g className={classes.arrow} data-broken={isBroken || undefined}>
      <path d={`M ${start.x} ${start.y} A ${RADIUS} ${RADIUS} 0 0 1 ${end.x} ${end.y}`} />
      {!isBroken && <path d={`M ${left.x} ${left.y} L ${end.x} ${end.y} L ${right.x} ${right.y}`} />}
    </g>
  );
}

/** Returns the angle of a step in radians, clockwise from the top. */
function angleOf(step: number, length: number): number {
  return (2 * Math.PI * step) / length - Math.PI / 2;
}

function pointAt(angle: number, radius = RADIUS) {
  return {
    x: Math.round((CENTRE + radius * Math.cos(angle)) * 100) / 100,
    y: Math.round((CENTRE + radius * Math.sin(angle)) * 100) / 100,
  };
}
