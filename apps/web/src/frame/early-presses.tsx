declare global {
  interface Window {
    /** Buttons pressed before hydration, in order, and the function that removes the listener. */
    earlyPresses?: { buttons: HTMLButtonElement[]; stop: () => void };
  }
}

/**
 * Script that records presses before hydration. Ignores links and GET forms, which work without JavaScript. A button whose press is
 * recorded shows a spinner.
 */
const script = `{
  const buttons = [];
  const record = (button, event) => {
    event.preventDefault();
    buttons.push(button);
    button.dataset.busy = '';
  };
  const onClick = (event) => {
    const button = event.target.closest('button[type=button]');
    if (button !== null) record(button, event);
  };
  const onSubmit = (event) => {
    if (event.target.method !== 'post') return;
    const button = event.submitter ?? event.target.querySelector('button[type=submit]');
    if (button !== null) record(button, event);
  };
  addEventListener('click', onClick);
  addEventListener('submit', onSubmit);
  window.earlyPresses = { buttons, stop: () => { removeEventListener('click', onClick); removeEventListener('submit', onSubmit); } };
}`;

/** Records presses from the first byte of the page until hydration. */
export function EarlyPressScript({ nonce }: { nonce: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the nonce of the page's policy.
  return <script dangerouslySetInnerHTML={{ __html: script }} nonce={nonce} suppressHydrationWarning />;
}

/** Replays the presses recorded before hydration, once the components listen. */
export function answerEarlyPresses(): void {
  const { earlyPresses } = window;
  if (earlyPresses === undefined) return;
  delete window.earlyPresses;
  earlyPresses.stop();
  // After the forms have read the values typed before hydration, and before any other task.
  queueMicrotask(() => {
    for (const button of earlyPresses.buttons) {
      delete button.dataset.busy;
      button.click();
    }
  });
}
