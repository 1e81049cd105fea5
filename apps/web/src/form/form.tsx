import type { ReactNode } from 'react';
import page from '../ui/page.module.css';
import type { AnyForm } from './use-form.ts';

interface FormProps {
  readonly form: AnyForm;
  readonly label?: string;
  readonly className?: string | undefined;
  /** Called on the first input of the user. */
  readonly onStart?: () => void;
  readonly children: ReactNode;
}

/** Form element. Its method is `post`, so that a submission without JavaScript puts no value into the URL. */
export function Form({ form, label, className, onStart, children }: FormProps) {
  const start = () => {
    form.start();
    onStart?.();
  };
  return (
    <form
      aria-label={label}
      className={className ?? page.stack}
      method="post"
      noValidate
      onFocus={start}
      onSubmit={form.submit}
      ref={form.attach}
    >
      {children}
    </form>
  );
}
