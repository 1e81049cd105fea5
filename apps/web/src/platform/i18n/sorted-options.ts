import { useFormats } from './names.ts';

/** Option of a select: wire value and label. */
export interface Option {
  value: string;
  label: string;
}

/** Returns a function that makes options of wire values, in the alphabetical order of the language. */
export function useSortedOptions(): (
  values: readonly string[],
  labelOf: (value: string) => string,
) => Option[] {
  const { compare } = useFormats();
  return (values, labelOf) =>
    values
      .map((value) => ({ value, label: labelOf(value) }))
      .sort((first, second) => compare(first.label, second.label));
}
