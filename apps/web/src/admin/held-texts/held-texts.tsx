import type { HeldText } from '@mutual-transfer/domain/administration/held-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { heldTextsQuery } from '../admin.queries.ts';
import { personSearch, wordsQuery } from '../admin-address.ts';
import { SpanFilter, spanWords } from '../span-fields.tsx';
import { Removal } from '../teachers/removal.tsx';

/** Texts with phone numbers, links or sums of money that await a decision, oldest first. */
export function HeldTexts({ token }: { token: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [parameters] = useSearchParams();
  const queue = useQuery(heldTextsQuery(token, wordsQuery(parameters, spanWords)));
  const [refused, setRefused] = useState<string | null>(null);
  const [notice, setNotice] = useState('');
  const settle = (text: string) => {
    setRefused(null);
    setNotice(text);
    return client.invalidateQueries({ queryKey: ['admin', token, 'held-texts'] });
  };
  return (
    <section aria-labelledby="held-texts" className={page.section}>
      <div>
        <h2 id="held-texts">{t('admin.held.title')}</h2>
        <p className={page.soft}>{t('admin.held.lead')}</p>
      </div>
      <SpanFilter />
      <p className={page.done} role="status">
        {notice}
      </p>
      {queue.isError && <Failure onRetry={() => void queue.refetch()} text={t('admin.failed')} />}
      {queue.isPending && <CardSkeletons label={t('common.loading')} />}
      {queue.data?.texts.length === 0 && (
        <Empty text={t('admin.held.noneHint')} title={t('admin.held.none')} />
      )}
      <ul className={card.list}>
        {queue.data?.texts.map((text) => (
          <li key={text._id}>
            <HeldTextCard onRefuse={() => setRefused(text._id)} onReleased={settle} text={text} />
          </li>
        ))}
      </ul>
      {refused !== null && (
        <Removal
          onClose={() => setRefused(null)}
          onDone={(done) => void settle(done)}
          what={{ kind: 'held-texts', id: refused }}
        />
      )}
    </section>
  );
}

interface HeldTextCardProps {
  readonly text: HeldText;
  readonly onReleased: (notice: string) => Promise<void>;
  readonly onRefuse: () => void;
}

function HeldTextCard({ text, onReleased, onRefuse }: HeldTextCardProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const releasing = useAction(
    () => callApi(`/admin/held-texts/${text._id}/release`, { method: 'POST' }),
    () => onReleased(t('admin.held.released')),
  );
  return (
    <article className={card.card}>
      <div className={page.chips}>
        <Tag>{t(`admin.held.kinds.${text.kind}`)}</Tag>
        {text.risks.map((risk) => (
          <Tag key={risk} tone="fair">
            {t(`admin.held.risks.${risk}`)}
          </Tag>
        ))}
      </div>
      <h3>
        <Link to={{ search: personSearch(text.writer._id) }}>{text.writer.name}</Link>
        {text.recipient && (
          <>
            {' → '}
            <Link to={{ search: personSearch(text.recipient._id) }}>{text.recipient.name}</Link>
          </>
        )}
      </h3>
      {text.texts.map((paragraph, index) => (
        // The texts of one request never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <p className={card.text} key={index}>
          {paragraph}
        </p>
      ))}
      <p className={page.soft}>
        <time dateTime={text.createdAt}>{formats.dateTime(text.createdAt)}</time>
      </p>
      {releasing.error !== null && <ActionFailure error={releasing.error} text={t('admin.failed')} />}
      <div className={page.row}>
        <Button isBusy={releasing.isBusy} kind="main" onClick={() => releasing.run(undefined)}>
          {t('admin.held.release')}
        </Button>
        <Button disabled={releasing.isBusy} onClick={onRefuse}>
          {t('admin.held.refuse')}
        </Button>
      </div>
    </article>
  );
}
