/** The inputs of a form carry the name of their field in `data-path`. */
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function fieldsOf(form: HTMLFormElement | null): Field[] {
  return [...(form?.querySelectorAll<Field>('[data-path]') ?? [])];
}

/** Puts the focus into the first input, as they stand on screen, whose field is one of these. */
export function focusFirst(form: HTMLFormElement | null, fields: Readonly<Record<string, unknown>>): void {
  fieldsOf(form)
    .find(({ dataset }) => Object.hasOwn(fields, dataset.path ?? ''))
    ?.focus();
}

/** What stands in the inputs of these fields, where something does; in the input of a list it is a search, and no value. */
export function typedInto<Values extends object>(
  form: HTMLFormElement | null,
  empty: Values,
): Partial<Values> {
  const filled = fieldsOf(form)
    .filter((field) => field.ariaHasPopup !== 'listbox')
    .map(({ dataset, value }) => [dataset.path ?? '', value] as const)
    .filter(([path, value]) => Object.hasOwn(empty, path) && value !== '');
  return Object.fromEntries(filled) as Partial<Values>;
}
