import { Fragment, type ReactNode } from 'react';
import card from './card.module.css';

type Fact = readonly [name: string, value: ReactNode];

/** List of labelled values. Facts that are `false` or `null` are left out. */
export function Facts({ facts }: { facts: readonly (Fact | false | null)[] }) {
  return (
    <div className={card.factsRoom}>
      <dl className={card.facts}>
        {facts
          .filter((fact) => fact !== null && fact !== false)
          .map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
    </div>
  );
}
