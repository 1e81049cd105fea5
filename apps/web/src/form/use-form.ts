import type { FormEvent } from 'react';
import { ApiError } from '../platform/api/client.ts';
import { useAction } from '../platform/api/use-action.ts';
import { type DraftName, forgetDraft } from '../platform/drafts.ts';
import type { FieldErrors, FormValues } from './form-values.ts';
import { useFields } from './use-fields.ts';

interface FormOptions<Values extends FormValues, Answer> {
  /** What the fields hold at first. */
  readonly initial: Values;
  /** What is wrong, by the schema of the API; nothing is sent while anything is. */
  readonly check: (values: Values) => FieldErrors | Promise<FieldErrors>;
  readonly send: (values: Values) => Promise<Answer>;
  readonly onDone: (answer: Answer, sent: Values) => unknown;
  /** Some fields are wrong, as the form or the API found. */
  readonly onWrong?: (wrong: FieldErrors) => void;
  /** The API did not take it. */
  readonly onRefused?: () => void;
  /** Where what is typed is kept until it is sent. */
  readonly draft?: DraftName<Values>;
}

/** Some fields are wrong, as the form itself found. */
class FieldsError extends Error {
  override readonly name = 'FieldsError';
  readonly fields: FieldErrors;

  constructor(fields: FieldErrors) {
    super('Some fields are wrong');
    this.fields = fields;
  }
}

/**
 * The one form of the product: its values, what is wrong with them, and sending them once. What was typed before the
 * page was hydrated, or kept as a draft, is in it as soon as its element is.
 */
export function useForm<Values extends FormValues, Answer>(options: FormOptions<Values, Answer>) {
  const { check, send, onDone, onRefused, draft } = options;
  const fields = useFields(options.initial, draft, options.onWrong);
  const sending = useAction(
    async (sent: Values) => {
      const found = await check(sent);
      if (Object.keys(found).length > 0) throw new FieldsError(found);
      return { sent, answer: await send(sent) };
    },
    ({ sent, answer }) => {
      if (draft !== undefined) forgetDraft(draft);
      return onDone(answer, sent);
    },
    (error) => {
      if (!(error instanceof FieldsError)) onRefused?.();
      fields.refuse(fieldsOf(error));
    },
  );
  const isToldAtFields = Object.keys(fieldsOf(sending.error)).length > 0;
  return {
    ...fields,
    isBusy: sending.isBusy,
    /** It was sent, and nothing was changed since. */
    isDone: sending.isDone && !fields.isChanged,
    /** Why it could not be sent, unless that is said at a field. */
    error: isToldAtFields ? null : sending.error,
    /** Why the API did not take it, also where a field says so. */
    refusal: sending.error instanceof FieldsError ? null : sending.error,
    /** Whether these fields are right; what is wrong with them is said. */
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

/** What the frame of a form needs of it, whatever its fields. */
export type AnyForm = Pick<
  ReturnType<typeof useForm<FormValues, unknown>>,
  'attach' | 'start' | 'submit' | 'errors' | 'error' | 'refusal' | 'isBusy' | 'isDone'
>;

function fieldsOf(error: unknown): FieldErrors {
  return error instanceof FieldsError || error instanceof ApiError ? error.fields : {};
}
