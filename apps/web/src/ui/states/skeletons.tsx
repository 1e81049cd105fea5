import card from '../card.module.css';
import page from '../page.module.css';
import classes from './states.module.css';

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

/** Placeholder of a screen's content, at least as high as the screen, so that what follows moves out of sight. */
export function ScreenOfSkeletons({ label }: { label: string }) {
  return (
    <div className={page.waiting}>
      <CardSkeletons label={label} />
    </div>
  );
}
