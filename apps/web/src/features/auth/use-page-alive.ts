import { type RefObject, useLayoutEffect, useState } from 'react';
import { typedInto } from '../../ui/form-elements.ts';

/** What the browser knows of a form and the server does not. */
interface Life {
  /** Whether the page has come alive; a button pressed before would do nothing. */
  readonly isAlive: boolean;
  /** Whether something of an earlier visit was put back. */
  readonly isRestored: boolean;
}

/**
 * Gives the form, at the moment the page comes alive, what `kept` has of an earlier visit, and what somebody on a slow
 * line typed before that moment.
 */
export function usePageAlive<Values extends object>(
  form: RefObject<HTMLFormElement | null>,
  empty: Values,
  restore: (values: Partial<Values>) => void,
  kept: () => Partial<Values> = () => ({}),
): Life {
  const [life, setLife] = useState<Life>({ isAlive: false, isRestored: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: this happens once, when the form appears.
  useLayoutEffect(() => {
    const earlier = kept();
    restore({ ...earlier, ...typedInto(form.current, empty) });
    setLife({ isAlive: true, isRestored: Object.values(earlier).some((value) => value !== '') });
  }, []);
  return life;
}
