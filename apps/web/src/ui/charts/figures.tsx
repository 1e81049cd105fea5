import card from '../card.module.css';
import page from '../page.module.css';

/** Numbers below their labels. */
export function Figures({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={`${page.cells} ${card.figures}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
