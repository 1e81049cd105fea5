import { useRef } from 'react';

/** Reports a choice that was made in a server-rendered `select` before hydration. Forms have their own way. */
export function useEarlyChoice(onChange: (value: string) => void) {
  const isRead = useRef(false);
  return (element: HTMLSelectElement | null) => {
    if (element === null || isRead.current) return;
    isRead.current = true;
    // The server marks the option it chose; the browser's own rendering marks none.
    const ofServer = [...element.options].find(({ defaultSelected }) => defaultSelected);
    // Read now: where the choice itself brought about the hydration, React puts back what was chosen before.
    const chosen = element.value;
    // The router takes no change of the address before the whole page is hydrated.
    if (ofServer?.selected === false) queueMicrotask(() => onChange(chosen));
  };
}
