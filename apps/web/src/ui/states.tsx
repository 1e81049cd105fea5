import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { Button } from './button.tsx';
import card from './card.module.css';
import { scrollIntoView } from './element-refs.ts';
import page from './page.module.css';
import classes from './states.module.css';

/** Message after a success, scrolled from below the fixed bar into view. Its live region is empty until then. */
export function DoneText({ children }: { children: ReactNode }) {
  return (
    <p className={page.done} role="status">
      {children && <span ref={scrollIntoView}>{children}</span>}
    </p>
  );
}

interface EmptyProps {
  title: string;
  text?: string | undefined;
  action?: ReactNode;
  level?: 1 | 2 | 3;
}

/** Message of an empty list, with the next action. */
export function Empty({ title, text, action, level = 2 }: EmptyProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={classes.empty}>
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}

interface FailureProps {
  text: string;
  onRetry?: () => void;
  action?: ReactNode;
}

/** Error message, with a retry or another way to continue. */
export function Failure({ text, onRetry, action }: FailureProps) {
  const { t } = useTranslation();
  return (
    <div className={`${page.row} ${classes.failure}`} role="alert">
      <p>{text}</p>
      {onRetry && <Button onClick={onRetry}>{t('common.retry')}</Button>}
      {action}
    </div>
  );
}

/**
 * Shows the result of an action and takes the focus with each new notice: the pressed button and its dialog may be gone. A change of the
 * language removes it.
 */
export function FocusedNotice({ notice }: { notice: { text: string } }) {
  const { language } = useReading();
  const [shown, setShown] = useState({ notice, language });
  if (shown.notice !== notice) setShown({ notice, language });
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (notice.text !== '') element.current?.focus();
  }, [notice]);
  return (
    <p className={page.done} ref={element} role="status" tabIndex={-1}>
      {shown.language === language && notice.text}
    </p>
  );
}

const places = ['first', 'second', 'third', 'fourth'];

/** Placeholder while cards load. */
export function CardSkeletons() {
  const { t } = useTranslation();
  return (
    <div aria-label={t('common.loading')} className={card.list} role="status">
      {places.map((place) => (
        <div className={classes.skeleton} key={place} />
      ))}
    </div>
  );
}

/** Placeholder of a screen's content, at least as high as the screen, so that what follows moves out of sight. */
export function ScreenOfSkeletons() {
  return (
    <div className={page.waiting}>
      <CardSkeletons />
    </div>
  );
}
