import button from './button.module.css';

interface SubmitButtonProps {
  /** What it does, or, while it is being done, that it is. */
  readonly text: string;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
}

/** The button that sends a form; while it is being sent it turns a wheel and cannot be pressed again. */
export function SubmitButton({ text, isBusy, isDisabled = false }: SubmitButtonProps) {
  return (
    <button
      className={`${button.main} ${button.submit}`}
      data-busy={isBusy || undefined}
      disabled={isBusy || isDisabled}
      type="submit"
    >
      {text}
    </button>
  );
}
