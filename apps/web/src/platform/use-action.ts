import { useMutation } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { isUnanswered } from './client.ts';

/**
 * Returns a mutation that ignores further calls while it is busy: until its answer is shown. Its network error is cleared when the browser is
 * online again.
 */
export function useAction<Input = void, Answer = unknown>(
  act: (input: Input) => Promise<Answer>,
  onDone?: (answer: Answer) => unknown,
  onFailed?: (error: Error) => void,
) {
  const isOnItsWay = useRef(false);
  const [answers, setAnswers] = useState(0);
  // Deferred, since the router renders the next page as a transition: a second press before it must not act again.
  const shownAnswers = useDeferredValue(answers);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each shown answer ends the action.
  useEffect(() => {
    isOnItsWay.current = false;
  }, [shownAnswers]);
  const acting = useMutation({
    mutationFn: act,
    onSuccess: (answer) => onDone?.(answer),
    onError: (error) => onFailed?.(error),
    onSettled: (_answer, error) => {
      if (error === null) setAnswers((number) => number + 1);
      else isOnItsWay.current = false;
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
    isBusy: acting.isPending || answers !== shownAnswers,
    isDone: acting.isSuccess,
    data: acting.data,
    error,
    reset,
  };
}
