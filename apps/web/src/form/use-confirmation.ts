import { type FormEvent, useState } from 'react';
import type { FieldErrors } from './form-values.ts';
import type { AnyForm } from './use-form.ts';

interface ConfirmationOptions {
  /** Returns the errors of the current values. */
  readonly errors: () => FieldErrors | Promise<FieldErrors>;
  /** Loads or sets the data that the confirmation shows. */
  readonly prepare?: () => unknown;
}

/**
 * Returns the state of a confirmation before a form is sent. Its `submit` shows the errors of the form immediately, and opens the
 * confirmation only if there are none.
 */
export function useConfirmation(form: Pick<AnyForm, 'submit'>, { errors, prepare }: ConfirmationOptions) {
  const [isAsked, setAsked] = useState(false);
  const ask = async () => {
    await prepare?.();
    setAsked(true);
  };
  return {
    isAsked,
    submit: async (event?: FormEvent) => {
      event?.preventDefault();
      if (Object.keys(await errors()).length > 0) form.submit();
      else await ask();
    },
    onClose: () => setAsked(false),
    onConfirm: () => {
      setAsked(false);
      form.submit();
    },
  };
}
