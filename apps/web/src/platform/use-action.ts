import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isUnanswered } from './client.ts';

/** Returns a mutation that ignores further calls while it is pending. Its network error is cleared when the browser is online again. */
export function useAction<Input = void, Answer = unknown>(
  act: (input: Input) => Promise<Answer>,
  onDone?: (answer: Answer) => unknown,
  onFailed?: (error: Error) => void,
) {
  const isOnItsWay = useRef(false);
  const acting = useMutation({
    mutationFn: act,
    onSuccess: (answer) => onDone?.(answer),
    onError: (error) => onFailed?.(error),
    onSettled: () => {
      isOnItsWay.current = false;
    },
  });
  const { error, reset } = acting;
  useEffect(() => {
    if (!isUnanswered(error)) return undefined;
    window.addEventListener('online', reset);
    return () => window.removeEventListener('online', reset);
  }, [error, reset]);
  const run = (input: Input) => {
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    acting.mutate(input);
  };
  return {
    run,
    isBusy: acting.isPending,
    isDone: acting.isSuccess,
    data: acting.data,
    error,
    reset,
  };
}
