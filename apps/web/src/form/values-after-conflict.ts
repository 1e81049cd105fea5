import type { FormValues } from './form-values.ts';

/**
 * Returns the values of a form after another person changed the resource: the present value of each field that this person changed,
 * otherwise the value typed into the form.
 * @param before Values that the form started from.
 * @param together Fields that are valid only together: if this person changed one, all have the present value.
 */
export function valuesAfterConflict<Values extends FormValues>(
  before: Values,
  typed: Values,
  present: Values,
  together: readonly (keyof Values & string)[] = [],
): Values {
  const isChanged = (name: string) => present[name] !== before[name];
  const areChanged = together.some(isChanged);
  const isTaken = (name: string) => (together.includes(name) ? areChanged : isChanged(name));
  return { ...typed, ...Object.fromEntries(Object.entries(present).filter(([name]) => isTaken(name))) };
}
