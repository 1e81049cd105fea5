import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DraftName, keyInDraft, readDraft, storeDraft } from '../platform/drafts.ts';
import { focusFirst, typedInto } from './form-elements.ts';
import type { FieldErrors, FormValues, NamesOf, TextBinding, ToggleBinding } from './form-values.ts';

/** Returns the values of a form and their errors before submission. */
export function useFields<Values extends FormValues>(
  initial: Values,
  draft: DraftName<Values> | undefined,
  onWrong?: (wrong: FieldErrors) => void,
) {
  const element = useRef<HTMLFormElement>(null);
  const isFilled = useRef(false);
  const latest = useRef(initial);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isStarted, setStarted] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [isUnsent, setUnsent] = useState(false);
  const hold = (next: Values) => {
    latest.current = next;
    setValues(next);
  };
  const accept = (names: readonly string[]) =>
    setErrors((known) => Object.fromEntries(Object.entries(known).filter(([name]) => !names.includes(name))));
  const change = (changed: Partial<Values>) => {
    hold({ ...latest.current, ...changed });
    accept(Object.keys(changed));
    setChanged(true);
    setUnsent(false);
    if (draft !== undefined) storeDraft(draft, latest.current);
  };
  const attach = (form: HTMLFormElement | null) => {
    element.current = form;
    if (form === null || isFilled.current) return;
    isFilled.current = true;
    const stored = draft === undefined ? {} : readDraft(draft, initial);
    const found = { ...stored, ...typedInto(form, initial) };
    if (Object.keys(found).length > 0) hold({ ...initial, ...found });
    setRestored(Object.values(stored).some((value) => value !== '' && value !== false));
    setUnsent(draft !== undefined && keyInDraft(draft) !== undefined);
    setStarted(form.contains(document.activeElement));
  };
  return {
    values,
    errors,
    isRestored,
    isStarted,
    isChanged,
    /** Sent, but neither accepted nor refused by the server, before or after a reload. */
    isUnsent,
    setUnsent,
    attach,
    start: () => setStarted(true),
    change,
    accept,
    /** Shows the errors, and focuses the first wrong field once rendered. */
    refuse: (wrong: FieldErrors) => {
      flushSync(() => {
        setErrors(wrong);
        onWrong?.(wrong);
      });
      focusFirst(element.current, wrong);
    },
    current: () => latest.current,
    settle: () => setChanged(false),
    /** Resets to new initial values, except fields typed into since `sent`. */
    reset: (next: Values, sent: Values = latest.current) => {
      if (latest.current === sent) hold(next);
    },
    ...bindingsOf({ values, errors, change }),
  };
}

interface Bound<Values> {
  readonly values: Values;
  readonly errors: FieldErrors;
  readonly change: (changed: Partial<Values>) => void;
}

/** Returns functions that bind a field to its value. */
function bindingsOf<Values extends FormValues>({ values, errors, change }: Bound<Values>) {
  // TypeScript gives an object with a computed key an index signature, so it needs a cast.
  const changeOne = (name: string, value: FormValues[string]) =>
    change({ [name]: value } as unknown as Partial<Values>);
  return {
    text: (name: NamesOf<Values, string>): TextBinding => ({
      name,
      // The type of `name` guarantees a text value.
      value: values[name] as string,
      error: errors[name],
      onChange: (value) => changeOne(name, value),
    }),
    toggle: (name: NamesOf<Values, boolean>): ToggleBinding => ({
      name,
      isOn: values[name] === true,
      onChange: (isOn) => changeOne(name, isOn),
    }),
  };
}
