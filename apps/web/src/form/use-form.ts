import type { Language } from '@mutual-transfer/domain/language/language';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, isRefused, newKey } from '../platform/client.ts';
import {
  type DraftName,
  forgetDraft,
  forgetKeyInDraft,
  keyInDraft,
  readDraft,
  storeDraft,
} from '../platform/drafts.ts';
import { languageOnScreen, useReading } from '../platform/i18n/language.tsx';
import { useUnsavedInput } from '../platform/unsaved-input.ts';
import { useAction } from '../platform/use-action.ts';
import {
  type FieldErrors,
  type FormValues,
  focusFirst,
  type NamesOf,
  type TextBinding,
  type ToggleBinding,
  typedInto,
} from './form-values.ts';

/**
 * Validates with the schemas of the API, and returns the errors by field. Loads the schemas on first use, since showing a form does not
 * need them. If they fail to load, returns no errors: the API validates anyway.
 */
export async function checkLazily<Checks>(
  load: () => Promise<Checks>,
  check: (checks: Checks) => Record<string, string>,
): Promise<Record<string, string>> {
  const checks = await load().catch(() => undefined);
  return checks === undefined ? {} : check(checks);
}

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

/** Returns the values of a form and their errors before submission. */
function useFields<Values extends FormValues>(
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
    /** Shows the errors that are shown now in another language. */
    translate: (found: FieldErrors) =>
      setErrors((shown) => Object.fromEntries(Object.entries(found).filter(([name]) => name in shown))),
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
  values: Values;
  errors: FieldErrors;
  change: (changed: Partial<Values>) => void;
}

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

interface FormOptions<Values extends FormValues, Answer> {
  initial: Values;
  /** Validates with the schema of the API. Nothing is sent while there are errors. */
  check: (values: Values) => FieldErrors | Promise<FieldErrors>;
  /** `key`: idempotency key that is stored with the draft, so that the same values have one effect, also after a reload. */
  send: (values: Values, key: string) => Promise<Answer>;
  onDone: (answer: Answer, sent: Values) => unknown;
  /** Called with the errors that the form or the API found. */
  onWrong?: (wrong: FieldErrors) => void;
  /** Called when the API refuses the submission. */
  onRefused?: (error: unknown) => void;
  /** Name of the draft that stores typed values until the form is sent. */
  draft?: DraftName<Values>;
}

/** Validation error with messages by field. */
class FieldsError extends Error {
  override readonly name = 'FieldsError';
  readonly fields: FieldErrors;

  constructor(fields: FieldErrors) {
    super('Some fields are wrong');
    this.fields = fields;
  }
}

/**
 * Returns the state of a form: values, errors, and a single submission. Reads values typed before hydration or stored as a draft as soon as
 * the form element is mounted. All forms of the product use this hook.
 */
export function useForm<Values extends FormValues, Answer>(options: FormOptions<Values, Answer>) {
  const { check, send, onDone, onRefused, draft } = options;
  const fields = useFields(options.initial, draft, options.onWrong);
  const sending = useAction(
    async (sent: Values) => {
      // Before anything is awaited: the session may end meanwhile, and then nothing may be stored.
      const key = (draft && keyInDraft(draft)) ?? newKey();
      if (draft !== undefined) storeDraft(draft, sent, key);
      const found = await check(sent);
      if (Object.keys(found).length > 0) throw new FieldsError(found);
      return { sent, answer: await send(sent, key) };
    },
    ({ sent, answer }) => {
      if (draft !== undefined) forgetDraft(draft);
      fields.setUnsent(false);
      return onDone(answer, sent);
    },
    (error) => {
      if (!(error instanceof FieldsError)) onRefused?.(error);
      if (draft !== undefined) {
        if (error instanceof FieldsError || isRefused(error)) forgetKeyInDraft(draft);
        fields.setUnsent(keyInDraft(draft) !== undefined);
      }
      fields.refuse(fieldsOf(error, languageOnScreen()));
    },
  );
  useUnsavedInput(draft === undefined && (fields.isChanged || sending.isBusy || sending.error !== null));
  const { language } = useReading();
  const languageOfErrors = useRef(language);
  useEffect(() => {
    if (languageOfErrors.current === language) return;
    languageOfErrors.current = language;
    void Promise.resolve(check(fields.current())).then((found) =>
      fields.translate({
        ...(sending.error instanceof ApiError && sending.error.fieldsIn(language)),
        ...found,
      }),
    );
  });
  const isShownAtFields = Object.keys(fieldsOf(sending.error, language)).length > 0;
  return {
    ...fields,
    isBusy: sending.isBusy,
    /** Sent, and not changed since. */
    isDone: sending.isDone && !fields.isChanged,
    /** Error of the submission, unless a field shows it. */
    error: isShownAtFields ? null : sending.error,
    /** Error of the API, even if a field shows it. */
    refusal: sending.error instanceof FieldsError ? null : sending.error,
    /** Validates these fields and shows their errors. Resolves to `true` if there are none. */
    verify: async (names: readonly string[]) => {
      const found = Object.entries(await check(fields.current())).filter(([name]) => names.includes(name));
      if (found.length > 0) fields.refuse(Object.fromEntries(found));
      return found.length === 0;
    },
    submit: (event?: FormEvent) => {
      event?.preventDefault();
      fields.settle();
      sending.run(fields.current());
    },
  };
}

/** Parts of a form that do not depend on its fields, for the components around the fields. */
export type AnyForm = Pick<
  ReturnType<typeof useForm<FormValues, unknown>>,
  'accept' | 'attach' | 'start' | 'submit' | 'errors' | 'error' | 'refusal' | 'isBusy' | 'isDone' | 'isUnsent'
>;

function fieldsOf(error: unknown, language: Language): FieldErrors {
  if (error instanceof ApiError) return error.fieldsIn(language);
  return error instanceof FieldsError ? error.fields : {};
}
