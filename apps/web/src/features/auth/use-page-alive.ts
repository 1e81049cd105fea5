import { type RefObject, useLayoutEffect, useState } from 'react';
import { typedInto } from './form-elements.ts';

/**
 * Whether the page has come alive, for what must not be pressed before. What somebody typed on a slow line before that,
 * and what `kept` gives of an earlier visit, is given to the form at that moment: the server knows neither.
 */
export function usePageAlive<Values extends object>(
  form: RefObject<HTMLFormElement | null>,
  empty: Values,
  restore: (values: Partial<Values>) => void,
  kept: () => Partial<Values> = () => ({}),
): boolean {
  const [isAlive, setIsAlive] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: this happens once, when the form appears.
  useLayoutEffect(() => {
    restore({ ...kept(), ...typedInto(form.current, empty) });
    setIsAlive(true);
  }, []);
  return isAlive;
}
