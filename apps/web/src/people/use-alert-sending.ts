import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from '../api/client.ts';

/** Sends an alert to a teacher; a second press while one is on its way does nothing. */
export function useAlertSending(recipientId: string, onSent: () => void) {
  const isOnItsWay = useRef(false);
  const sending = useMutation({
    mutationFn: (message: string) => callApi(`/alerts/${recipientId}`, { method: 'POST', body: { message } }),
    onSuccess: onSent,
    onSettled: () => {
      isOnItsWay.current = false;
    },
  });
  const send = (message: string) => {
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    sending.mutate(message);
  };
  return { send, isBusy: sending.isPending, error: sending.error, reset: sending.reset };
}
