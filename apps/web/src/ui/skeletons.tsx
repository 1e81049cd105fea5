import card from './card.module.css';
import classes from './skeletons.module.css';

const places = ['first', 'second', 'third', 'fourth'];

/** Placeholder while cards load. */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <div aria-label={label} className={card.list} role="status">
      {places.map((place) => (
        <div className={classes.skeleton} key={place} />
      ))}
    </div>
  );
}
