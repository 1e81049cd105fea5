import {
  type ComponentType,
  createContext,
  lazy,
  startTransition,
  useContext,
  useEffect,
  useState,
} from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { scrollIntoView } from './element-refs.ts';
import { Failure } from './states.tsx';

const Loading = createContext({ retry: () => {}, renew: () => {} });

/**
 * Like React's `lazy`, for a part that the user opens. If its file fails to load, a failure with a retry takes its place, and the rest of the
 * page stays as it is.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const request = () =>
    lazy(() => load().catch((): { default: ComponentType<Props> } => ({ default: PartFailure })));
  let latest = request();
  const renew = () => {
    latest = request();
  };
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => latest);
    const retry = () => {
      renew();
      startTransition(() => setPart(() => latest));
    };
    return (
      <Loading value={{ retry, renew }}>
        <Part {...props} />
      </Loading>
    );
  };
}

function PartFailure() {
  const { t } = useTranslation();
  const { retry, renew } = useContext(Loading);
  // The part is loaded again when the user closes and opens it.
  useEffect(() => renew, [renew]);
  return (
    // The part of a dialog is rendered at the end of the page.
    <div ref={scrollIntoView}>
      <Failure onRetry={retry} text={t('errors.part')} />
    </div>
  );
}
