import type { Answer } from '@mutual-transfer/domain/agreements/agreement-steps';
import classes from './ring.module.css';

const SIZE = 200;
const CENTRE = SIZE / 2;
const RADIUS = 76;
const NODE = 17;
/** Gap at each end of an arrow, in radians. */
const GAP = (NODE + 6) / RADIUS;

interface RingDrawingProps {
  readonly length: number;
  /** Text in the centre. */
  readonly number: string;
  readonly unit: string;
  /** Answers of the members to a proposal, in order. */
  readonly answers?: readonly Answer[];
}

/** Ring seen from above: the viewer at the top, every member moving clockwise into the next one's place. */
export function RingDrawing({ length, number, unit, answers }: RingDrawingProps) {
  const steps = Array.from({ length }, (_, step) => step);
  return (
    <svg aria-hidden="true" className={classes.drawing} viewBox={`0 0 ${SIZE} ${SIZE}`}>
      {steps.map((step) => (
        <Arrow from={angleOf(step, length) + GAP} key={step} to={angleOf(step + 1, length) - GAP} />
      ))}
      {steps.map((step) => {
        const { x, y } = pointAt(angleOf(step, length));
        return (
          <g
            className={`${classes.seat} ${step === 0 ? classes.self : ''}`}
            data-answer={answers?.[step]}
            key={step}
          >
            <circle cx={x} cy={y} r={NODE} />
            <text dominantBaseline="central" textAnchor="middle" x={x} y={y}>
              {step + 1}
            </text>
          </g>
        );
      })}
      <text className={classes.count} dominantBaseline="auto" textAnchor="middle" x={CENTRE} y={CENTRE + 4}>
        {number}
      </text>
      <text className={classes.unit} textAnchor="middle" x={CENTRE} y={CENTRE + 26}>
        {unit}
      </text>
    </svg>
  );
}

function Arrow({ from, to }: { from: number; to: number }) {
  const start = pointAt(from);
  const end = pointAt(to);
  const left = pointAt(to - 0.11, RADIUS - 7);
  const right = pointAt(to - 0.11, RADIUS + 7);
  return (
    <g className={classes.arrow}>
      <path d={`M ${start.x} ${start.y} A ${RADIUS} ${RADIUS} 0 0 1 ${end.x} ${end.y}`} />
      <path d={`M ${left.x} ${left.y} L ${end.x} ${end.y} L ${right.x} ${right.y}`} />
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
