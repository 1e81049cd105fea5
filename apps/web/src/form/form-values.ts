export type FormValues = Readonly<Record<string, string | boolean>>;

export type FieldErrors = Readonly<Record<string, string>>;

export interface TextBinding {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export interface ToggleBinding {
  name: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Names of the fields whose values have the given type. */
export type NamesOf<Values, Kind> = {
  [Name in keyof Values]: Values[Name] extends Kind ? Name : never;
}[keyof Values] &
  string;

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the visible inputs of a form. Each has the name of its field. */
function inputsOf(form: HTMLFormElement | null): Field[] {
  return [...(form?.querySelectorAll<Field>(':is(input, select, textarea)[name]') ?? [])];
}

export function focusFirst(form: HTMLFormElement | null, errors: FieldErrors): void {
  focusField(wrongInputs(form, errors)[0]);
}

/** Focuses an input, and scrolls its label from below the sticky header into view. */
export function focusField(input: Field | undefined): void {
  input?.focus();
  input?.labels?.[0]?.scrollIntoView({ block: 'nearest' });
}

/** Returns the labels of these fields in the order of the page, without those of another step. */
export function labelsOf(
  form: HTMLFormElement | null,
  errors: FieldErrors,
): { input: Field; label: string }[] {
  return wrongInputs(form, errors).map((input) => ({
    input,
    label: labelOf(input)?.firstChild?.textContent ?? '',
  }));
}

/** Returns the label of an input, of checkboxes the legend of their group. */
function labelOf(input: Field): HTMLElement | null | undefined {
  return input.type === 'checkbox' ? input.closest('fieldset')?.querySelector('legend') : input.labels?.[0];
}

function wrongInputs(form: HTMLFormElement | null, errors: FieldErrors): Field[] {
  const wrong = inputsOf(form).filter(
    (input) => Object.hasOwn(errors, input.name) && input.getClientRects().length > 0,
  );
  return wrong.filter(({ name }, index) => wrong.findIndex((one) => one.name === name) === index);
}

/** Returns the values of non-empty text inputs. Excludes pickers, whose text is a search and not a value. */
export function typedInto<Values extends FormValues>(
  form: HTMLFormElement,
  initial: Values,
): Partial<Values> {
  const typed = inputsOf(form)
    .filter(
      ({ name, type, role }) =>
        typeof initial[name] === 'string' && !['radio', 'checkbox'].includes(type) && role !== 'combobox',
    )
    .filter(({ name, value }) => value !== '' && value !== initial[name])
    .map(({ name, value }) => [name, value]);
  // The inputs were chosen by the names and types of the initial values.
  return Object.fromEntries(typed) as Partial<Values>;
}
