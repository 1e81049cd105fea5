import type { FormEvent } from 'react';
import { ApiError, isRefused } from '../platform/api/client.ts';
import { newKey } from '../platform/api/idempotency-keys.ts';
import { useAction } from '../platform/api/use-action.ts';
import { type DraftName, forgetDraft, forgetKeyInDraft, keyInDraft, storeDraft } from '../platform/drafts.ts';
import { useUnsavedInput } from '../platform/unsaved-input.ts';
import type { FieldErrors, FormValues } from './form-values.ts';
import { useFields } from './use-fields.ts';

interface FormOptions<Values extends FormValues, Answer> {
  readonly initial: Values;
  /** Validates with the schema of the API. Nothing is sent while there are errors. */
  readonly check: (values: Values) => FieldErrors | Promise<FieldErrors>;
  /** `key`: idempotency key that is stored with the draft, so that the same values have one effect, also after a reload. */
  readonly send: (values: Values, key: string) => Promise<Answer>;
  readonly onDone: (answer: Answer, sent: Values) => unknown;
  /** Called with the errors that the form or the API found. */
  readonly onWrong?: (wrong: FieldErrors) => void;
  /** Called when the API refuses the submission. */
  readonly onRefused?: (error: unknown) => void;
  /** Name of the draft that stores typed values until the form is sent. */
  readonly draft?: DraftName<Values>;
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
      fields.refuse(fieldsOf(error));
    },
  );
  useUnsavedInput(draft === undefined && (fields.isChanged || sending.isBusy || sending.error !== null));
  const isShownAtFields = Object.keys(fieldsOf(sending.error)).length > 0;
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

function fieldsOf(error: unknown): FieldErrors {
  return error instanceof FieldsError || error instanceof ApiError ? error.fields : {};
}
