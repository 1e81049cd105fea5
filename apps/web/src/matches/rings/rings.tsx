import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Ring } from '@mutual-transfer/domain/matching/ring';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '../../form/call-failure.tsx';
import { askAgain } from '../../platform/api/queries.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import { ContactsLimited } from '../../ui/contacts-limited.ts';
import page from '../../ui/page.module.css';
import empty from '../../ui/states/empty.module.css';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { RingCard } from './ring-card.tsx';
import { keyOf } from './use-own-rings.ts';

interface RingsProps {
  readonly rings: readonly Ring[];
  readonly contactLimit: ContactLimit | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Number shown before the user asks for the rest. */
  readonly first: number;
}

/** Rings through the user's requests: explanation and the best ones. */
export function Rings({ rings, contactLimit, isPending, error, first }: RingsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const [isWhole, setWhole] = useState(false);
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
        {(isWhole ? rings : rings.slice(0, first)).map((ring) => (
          <li key={keyOf(ring)}>
            <ContactsLimited value={contactLimit}>
              <RingCard ring={ring} />
            </ContactsLimited>
          </li>
        ))}
      </ul>
      {!isWhole && rings.length > first && (
        <Button onClick={() => setWhole(true)}>
          {t('rings.all', { formatted: formats.number(rings.length) })}
        </Button>
      )}
      <details>
        <summary>{t('rings.meaning')}</summary>
        <p className={page.soft}>{t('rings.what')}</p>
      </details>
    </section>
  );
}
