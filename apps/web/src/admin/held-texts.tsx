import { heldTextColumns } from '@mutual-transfer/domain/administration/list-columns';
import type { HeldText, HeldTextList } from '@mutual-transfer/domain/administration/open-work';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmAction } from '../form/dialogs.tsx';
import { callApi, hasStatus } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { refreshAdmin } from './admin.queries.ts';
import { AdminList, useListPage } from './list/admin-list.tsx';
import { type Column, useColumns } from './list/columns.ts';
import { useSpanFilters } from './list/filters.tsx';
import { adminListQuery } from './list/page-query.ts';
import { Removal } from './person-dialogs.tsx';
import { PersonLink } from './person-link.tsx';
import { Section } from './section.tsx';

function HeldParagraphs({ texts }: Pick<HeldText, 'texts'>) {
  return texts.map((paragraph, index) => (
    // The texts of one request never change their order.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <p className={card.text} key={index}>
      {paragraph}
    </p>
  ));
}

interface ReleaseProps {
  text: HeldText;
  onClose: () => void;
  onDone: (notice: string) => void;
  onRefused: (error: unknown) => void;
}

/** Dialog that shows a held text and releases that version of it. */
function Release({ text, onClose, onDone, onRefused }: ReleaseProps) {
  const { t } = useTranslation();
  return (
    <ConfirmAction
      act={() => callApi(`/admin/held-texts/${text._id}/release`, { method: 'POST', tag: text.tag })}
      isHarmless
      onClose={onClose}
      onDone={() => onDone(t('admin.held.released'))}
      onFailed={onRefused}
      text={t(text.kind === 'request' ? 'admin.held.releaseRequest' : 'admin.held.releaseMessage')}
      texts={{ confirm: t('admin.held.release'), cancel: t('common.cancel'), failed: t('admin.failed') }}
      title={t('admin.held.releaseTitle', { name: text.writer.name })}
    >
      <HeldParagraphs texts={text.texts} />
    </ConfirmAction>
  );
}

const NOT_FOUND = 404;
const CHANGED_MEANWHILE = 412;

const TEXTS_A_PAGE = 25;

/** Texts with phone numbers, links or sums of money that await a decision, oldest first. */
export function HeldTexts({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const list = useListPage({
    filters: useSpanFilters(),
    limit: TEXTS_A_PAGE,
    queryOf: (search) =>
      adminListQuery<HeldTextList>(['admin', userId, 'held-texts'], '/admin/held-texts', search),
    rowsOf: ({ texts }) => texts,
  });
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [notice, setNotice] = useState({ text: '' });
  const settle = (text: string) => {
    setDeciding(null);
    setNotice({ text });
    return refreshAdmin(client, userId, 'held-texts', 'waiting');
  };
  const columns = useTextColumns(setDeciding);
  return (
    <Section id="held-texts" lead={t('admin.held.lead')} title={t('admin.held.title')}>
      <FocusedNotice notice={notice} />
      <AdminList
        {...list}
        columns={columns}
        csv={{ path: '/admin/held-texts.csv' }}
        empty={t('admin.held.none')}
        emptyHint={t('admin.held.noneHint')}
        keyOf={({ _id }) => _id}
        label={t('admin.held.title')}
      />
      {deciding !== null && (
        <Decision {...deciding} onClose={() => setDeciding(null)} onDone={(done) => void settle(done)} />
      )}
    </Section>
  );
}

/** Text of the open dialog, and the kind of the decision. */
interface Deciding {
  text: HeldText;
  isRelease: boolean;
}

interface DecisionProps extends Deciding {
  onClose: () => void;
  onDone: (notice: string) => void;
}

/** Dialog of a decision. Closes with a message if the text was decided or changed since the list was loaded. */
function Decision({ text, isRelease, onClose, onDone }: DecisionProps) {
  const { t } = useTranslation();
  const onRefused = (error: unknown) => {
    if (hasStatus(error, NOT_FOUND)) onDone(t('admin.held.decided'));
    if (hasStatus(error, CHANGED_MEANWHILE)) onDone(t('admin.held.changed'));
  };
  const dialog = { onClose, onDone, onRefused };
  if (isRelease) return <Release {...dialog} text={text} />;
  return (
    <Removal {...dialog} what={{ kind: 'held-texts', id: text._id, tag: text.tag }}>
      <p>
        <strong>{text.writer.name}</strong>
      </p>
      <HeldParagraphs texts={text.texts} />
    </Removal>
  );
}

function useTextColumns(onDecide: (deciding: Deciding) => void): Column<HeldText>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useColumns(heldTextColumns, {
    writer: ({ writer, recipient }) => (
      <>
        <PersonLink person={writer} />
        {recipient && (
          <>
            {' → '}
            <PersonLink person={recipient} />
          </>
        )}
      </>
    ),
    kind: ({ kind, risks }) => (
      <div className={page.chips}>
        <Tag>{t(`admin.held.kinds.${kind}`)}</Tag>
        {risks.map((risk) => (
          <Tag key={risk} tone="fair">
            {t(`admin.held.risks.${risk}`)}
          </Tag>
        ))}
      </div>
    ),
    text: ({ texts }) => <HeldParagraphs texts={texts} />,
    when: ({ createdAt }) => <time dateTime={createdAt}>{formats.dateTime(createdAt)}</time>,
    actions: (text) => (
      <Decide
        onRefuse={() => onDecide({ text, isRelease: false })}
        onRelease={() => onDecide({ text, isRelease: true })}
        text={text}
      />
    ),
  });
}

interface DecideProps {
  text: HeldText;
  onRelease: () => void;
  onRefuse: () => void;
}

/** Buttons that open the dialogs of both decisions. */
function Decide({ text, onRelease, onRefuse }: DecideProps) {
  const { t } = useTranslation();
  return (
    <div className={card.actions}>
      <Button aria-label={`${t('admin.held.release')}: ${text.writer.name}`} kind="main" onClick={onRelease}>
        {t('admin.held.release')}
      </Button>
      <Button aria-label={`${t('admin.held.refuse')}: ${text.writer.name}`} onClick={onRefuse}>
        {t('admin.held.refuse')}
      </Button>
    </div>
  );
}
