import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** Returns a mutation that ignores further calls while it is pending. */
export function useAction<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => unknown,
  onFailed?: (error: Error) => void,
) {
  const isOnItsWay = useRef(false);
  const acting = useMutation({
    mutationFn: act,
    onSuccess: onDone,
    onError: (error) => onFailed?.(error),
    onSettled: () => {
      isOnItsWay.current = false;
    },
  });
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
    error: acting.error,
    reset: acting.reset,
  };
}
