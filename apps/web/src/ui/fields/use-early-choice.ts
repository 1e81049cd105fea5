import { useRef } from 'react';

/** Reports a choice that was made in a server-rendered `select` before hydration. Forms handle this themselves. */
export function useEarlyChoice(onChange: (value: string) => void) {
  const isRead = useRef(false);
  return (element: HTMLSelectElement | null) => {
    if (element === null || isRead.current) return;
    isRead.current = true;
    // The server's HTML marks the selected option; the browser's own rendering marks none.
    const ofServer = [...element.options].find(({ defaultSelected }) => defaultSelected);
    // Read now: if the choice itself triggered hydration, React resets it to the previous one.
    const chosen = element.value;
    // The router accepts no navigation before the whole page is hydrated.
    if (ofServer?.selected === false) queueMicrotask(() => onChange(chosen));
  };
}
