import { objectionColumns } from '@mutual-transfer/domain/administration/list-columns';
import type { ObjectionList } from '@mutual-transfer/domain/seasons/objection';
import {
  newObjectionReplySchema,
  type Objection,
  objectionCategories,
  objectionResults,
} from '@mutual-transfer/domain/seasons/objection';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { AgreementLink } from './agreement-tables.tsx';
import { AdminList, useListPage } from './list/admin-list.tsx';
import { type Column, useColumns } from './list/columns.ts';
import { adminListQuery } from './list/page-query.ts';
import { usePlaceAndSubjectOptions } from './people-filters.ts';
import { PersonLink } from './person-link.tsx';
import { Section } from './section.tsx';

/** Objections of teachers to announced groups, with the reply of the office. */
export function Objections({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const say = useMessages();
  const { districts } = usePlaceAndSubjectOptions();
  const [answering, setAnswering] = useState<Objection>();
  const [notice, setNotice] = useState({ text: '' });
  const list = useListPage({
    queryOf: (search) =>
      adminListQuery<ObjectionList>(['admin', userId, 'objections'], '/admin/objections', search),
    rowsOf: ({ objections }) => objections,
    filters: [
      {
        kind: 'choice',
        name: 'state',
        label: t('admin.objections.state'),
        options: (['open', 'answered'] as const).map((state) => ({
          value: state,
          label: t(`admin.objections.${state}`),
        })),
      },
      {
        kind: 'choice',
        name: 'category',
        label: t('admin.objections.category'),
        options: objectionCategories.map((category) => ({
          value: category,
          label: say(`objection.${category}`),
        })),
      },
      { kind: 'choice', name: 'district', label: t('admin.filters.district'), options: districts },
    ],
  });
  const columns = useObjectionColumns(setAnswering);
  return (
    <Section id="objections" lead={t('admin.objections.lead')} title={t('admin.objections.title')}>
      <FocusedNotice notice={notice} />
      <AdminList
        {...list}
        columns={columns}
        csv={{ path: '/admin/objections.csv' }}
        empty={t('admin.objections.none')}
        emptyHint={t('admin.objections.noneHint')}
        keyOf={({ _id }) => _id}
        label={t('admin.objections.title')}
      />
      {answering && (
        <Reply
          objection={answering}
          onClose={() => setAnswering(undefined)}
          onDone={() => {
            setAnswering(undefined);
            setNotice({ text: t('admin.objections.done') });
          }}
        />
      )}
    </Section>
  );
}

function useObjectionColumns(onReply: (objection: Objection) => void): Column<Objection>[] {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const names = useNames();
  const [now] = useState(Date.now);
  return useColumns(objectionColumns, {
    teacher: ({ teacher }) => <PersonLink person={teacher} />,
    district: ({ district }) => district && names.district(district),
    agreement: ({ agreement }) => <AgreementLink id={agreement._id} number={agreement.number} />,
    objection: ({ category, text }) => (
      <>
        <p>
          <strong>{say(`objection.${category}`)}</strong>
        </p>
        {text && <p className={card.text}>{text}</p>}
      </>
    ),
    due: ({ due, reply }) => (
      <>
        <time dateTime={due}>{formats.dateTime(due)}</time>
        {reply === null && Date.parse(due) < now && <Tag tone="urgent">{t('admin.objections.overdue')}</Tag>}
      </>
    ),
    reply: (objection) =>
      objection.reply === null ? (
        <Button
          aria-label={t('admin.objections.replyTo', { name: objection.teacher.name })}
          onClick={() => onReply(objection)}
        >
          {t('admin.objections.reply')}
        </Button>
      ) : (
        <>
          <p>{say(`objectionReply.${objection.reply.result}`)}</p>
          <p className={card.text}>{objection.reply.text}</p>
          <p className={page.soft}>
            {[formats.date(objection.reply.at), objection.repliedBy].filter(Boolean).join(' · ')}
          </p>
        </>
      ),
  });
}

interface ReplyProps {
  objection: Objection;
  onClose: () => void;
  onDone: () => void;
}

/** Dialog that accepts or refuses an objection, with a text that the teacher reads. */
function Reply({ objection: { _id, teacher, category, text }, onClose, onDone }: ReplyProps) {
  const { t } = useTranslation();
  const say = useMessages();
  const client = useQueryClient();
  return (
    <ActionDialog
      act={(body) => callApi(`/admin/objections/${_id}/reply`, { method: 'POST', body })}
      failed={t('admin.objections.failed')}
      fields={[
        {
          name: 'result',
          kind: 'choice',
          label: t('admin.objections.result'),
          options: [
            { value: '', label: t('reports.choose') },
            ...objectionResults.map((value) => ({ value, label: t(`admin.objections.${value}`) })),
          ],
        },
        { name: 'text', kind: 'words', label: t('admin.objections.words') },
      ]}
      initial={{ result: '', text: '' }}
      onClose={onClose}
      onDone={async () => {
        await client.invalidateQueries({ queryKey: ['admin'] });
        onDone();
      }}
      schema={newObjectionReplySchema}
      submit={t('admin.objections.reply')}
      title={t('admin.objections.replyTo', { name: teacher.name })}
    >
      <p>
        <strong>{say(`objection.${category}`)}</strong> {text}
      </p>
      <p>{t('admin.objections.text')}</p>
    </ActionDialog>
  );
}
