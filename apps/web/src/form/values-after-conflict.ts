import type { FormValues } from './form-values.ts';

/**
 * Returns the values of a form after another person changed the resource: the present value of each field that this person changed,
 * otherwise the value typed into the form.
 * @param before Values that the form started from.
 */
export function valuesAfterConflict<Values extends FormValues>(
  before: Values,
  typed: Values,
  present: Values,
): Values {
  const changed = Object.entries(present).filter(([name, value]) => value !== before[name]);
  return { ...typed, ...Object.fromEntries(changed) };
}
