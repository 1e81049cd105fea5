import { type RefObject, useLayoutEffect, useState } from 'react';
import { typedInto } from '../../ui/form-elements.ts';

/**
 * Gives the form, at the moment the page comes alive, what `kept` has of an earlier visit, and what somebody on a slow
 * line typed before that moment. Where there is neither, the form is not drawn again.
 *
 * @returns whether something of an earlier visit was put back.
 */
export function useRestored<Values extends object>(
  form: RefObject<HTMLFormElement | null>,
  empty: Values,
  restore: (values: Partial<Values>) => void,
  kept: () => Partial<Values> = () => ({}),
): boolean {
  const [isRestored, setRestored] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: this happens once, when the form appears.
  useLayoutEffect(() => {
    const earlier = kept();
    const values = { ...earlier, ...typedInto(form.current, empty) };
    if (Object.keys(values).length > 0) restore(values);
    setRestored(Object.values(earlier).some((value) => value !== ''));
  }, []);
  return isRestored;
}
