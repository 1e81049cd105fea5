import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';
import { CardSkeletons } from '../ui/states.tsx';

// Loaded late, because it imports cards, rings and advice, which the form does not need.
const RequestSuccess = lazyPart(() => import('./request-success.tsx'));

export function RequestDone(props: ComponentProps<typeof RequestSuccess>) {
  return (
    <Suspense fallback={<CardSkeletons />}>
      <RequestSuccess {...props} />
    </Suspense>
  );
}
