import { type ComponentType, createContext, lazy, startTransition, useContext, useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { scrollIntoView } from '../scroll-into-view.ts';
import { Failure } from './failure.tsx';

const Retry = createContext(() => {});

/**
 * Like React's `lazy`, for a part that the user opens. If its file fails to load, a failure with a retry takes its place, and the rest of the
 * page stays as it is.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  const loadOrFail = () =>
    load().catch((): { readonly default: ComponentType<Props> } => {
      // For a retry, and for the next time the user opens the part.
      latest = lazy(loadOrFail);
      return { default: PartFailure };
    });
  let latest = lazy(loadOrFail);
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => latest);
    const retry = () => startTransition(() => setPart(() => latest));
    return (
      <Retry value={retry}>
        <Part {...props} />
      </Retry>
    );
  };
}

function PartFailure() {
  const { t } = useTranslation();
  const retry = useContext(Retry);
  return (
    // The part of a dialog is rendered at the end of the page.
    <div ref={scrollIntoView}>
      <Failure onRetry={retry} text={t('errors.part')} />
    </div>
  );
}
