import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Ring } from '@mutual-transfer/domain/matching/ring';
import { useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '../../form/call-failure.tsx';
import { askAgain } from '../../platform/api/queries.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import { ContactsLimited } from '../../ui/contacts-limited.ts';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import empty from '../../ui/states/states.module.css';
import { RingCard } from './ring-card.tsx';
import { keyOf } from './use-own-rings.ts';

interface RingsProps {
  /** Rings to show, best first. */
  readonly rings: readonly Ring[];
  /** Number of rings that there are. */
  readonly total: number;
  readonly contactLimit: ContactLimit | undefined;
  /** Shows the rest. */
  readonly onAll: () => void;
  readonly isPending?: boolean;
  readonly error?: unknown;
}

/** Rings through the user's requests: explanation and the best ones. */
export function Rings({ rings, total, contactLimit, onAll, isPending = false, error }: RingsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const isEmpty = !isPending && rings.length === 0;
  return (
    <section aria-labelledby="rings" className={page.section}>
      <h2 id="rings">{t('rings.title')}</h2>
      {isPending && rings.length === 0 && <CardSkeletons label={t('common.loading')} />}
      {isEmpty && (
        <CallFailure error={error} onRetry={() => askAgain(client, 'rings')} text={t('rings.failed')} />
      )}
      {isEmpty && !error && <p className={empty.empty}>{t('rings.none')}</p>}
      <ul className={page.stack}>
        {rings.map((ring) => (
          <li key={keyOf(ring)}>
            <ContactsLimited value={contactLimit}>
              <RingCard ring={ring} />
            </ContactsLimited>
          </li>
        ))}
      </ul>
      {total > rings.length && (
        <Button onClick={onAll}>{t('rings.all', { formatted: formats.number(total) })}</Button>
      )}
      <details>
        <summary>{t('rings.meaning')}</summary>
        <p className={page.soft}>{t('rings.what')}</p>
      </details>
    </section>
  );
}
