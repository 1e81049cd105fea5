import { Skeleton } from '@mantine/core';
import card from './card.module.css';

const places = ['first', 'second', 'third', 'fourth'];

/** Where cards will be in a moment. */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <div aria-label={label} className={card.list} role="status">
      {places.map((place) => (
        <Skeleton height={260} key={place} radius="md" />
      ))}
    </div>
  );
}
