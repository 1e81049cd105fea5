declare global {
  interface Window {
    /** The buttons pressed before the page was hydrated, in order, and what listened for them. */
    earlyPresses?: { readonly buttons: HTMLButtonElement[]; readonly stop: () => void };
  }
}

/**
 * Keeps presses that no listener of a component would hear yet. A form that asks by its address (`method="get"`) and links work
 * without scripts and are left alone; a button that waits turns its wheel.
 */
const script = `{
  const buttons = [];
  const keep = (button, event) => {
    event.preventDefault();
    buttons.push(button);
    button.dataset.busy = '';
  };
  const onClick = (event) => {
    const button = event.target.closest('button[type=button]');
    if (button !== null) keep(button, event);
  };
  const onSubmit = (event) => {
    if (event.target.method !== 'post') return;
    const button = event.submitter ?? event.target.querySelector('button[type=submit]');
    if (button !== null) keep(button, event);
  };
  addEventListener('click', onClick);
  addEventListener('submit', onSubmit);
  window.earlyPresses = { buttons, stop: () => { removeEventListener('click', onClick); removeEventListener('submit', onSubmit); } };
}`;

/** Listens from the first byte of the page until it is hydrated. */
export function EarlyPressScript({ nonce }: { nonce: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the nonce of the page's policy.
  return <script dangerouslySetInnerHTML={{ __html: script }} nonce={nonce} suppressHydrationWarning />;
}

/** Presses again what was pressed before the page was hydrated, once its components listen. */
export function answerEarlyPresses(): void {
  const { earlyPresses } = window;
  if (earlyPresses === undefined) return;
  delete window.earlyPresses;
  earlyPresses.stop();
  // After what was typed is in the forms, and before anything else.
  queueMicrotask(() => {
    for (const button of earlyPresses.buttons) {
      delete button.dataset.busy;
      button.click();
    }
  });
}
