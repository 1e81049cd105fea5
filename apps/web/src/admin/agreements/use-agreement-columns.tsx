import type { OfficeAgreement } from '@mutual-transfer/domain/administration/office-agreement';
import { Link } from 'react-router';
import { toneOfState } from '../../agreements/state-tone.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';
import type { Column } from '../list/columns.ts';
import { PersonLink } from '../list/person-link.tsx';
import { useListOrigin } from '../sections/list-origin.ts';
import { agreementSearch } from '../sections/sections.ts';
import { useMomentText } from './use-moment-text.ts';

export function useAgreementColumns(): Column<OfficeAgreement>[] {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const momentText = useMomentText();
  const names = useNames();
  const origin = useListOrigin();
  const date = (moment: string | null) => moment && <time dateTime={moment}>{momentText(moment)}</time>;
  return [
    {
      id: 'number',
      header: t('admin.agreements.number'),
      value: ({ _id, number }) => (
        <Link state={origin} to={{ search: agreementSearch(_id) }}>
          {number}
        </Link>
      ),
    },
    {
      id: 'state',
      header: t('admin.status'),
      sort: 'state',
      value: ({ state, reason }) => (
        <>
          <Tag tone={toneOfState[state]}>{t(`agreements.state.${state}`)}</Tag>
          {reason !== null && <p className={page.soft}>{say(`ended.${reason}`)}</p>}
        </>
      ),
    },
    {
      id: 'members',
      header: t('agreements.members'),
      value: ({ members }) => (
        <ul className={page.tight}>
          {members.map(({ seat, teacher, district, block }) => (
            <li key={seat}>
              <PersonLink person={teacher} />{' '}
              <span className={page.soft}>{names.place(district, block)}</span>
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: 'subject',
      header: t('person.subject'),
      sort: 'subject',
      value: ({ subject, classRange }) => (
        <>
          <p>{names.subject(subject)}</p>
          <p className={page.soft}>{names.classLevel(classRange)}</p>
        </>
      ),
    },
    {
      id: 'size',
      header: t('admin.agreements.size'),
      sort: 'size',
      value: ({ size }) => formats.number(size),
    },
    {
      id: 'deadline',
      header: t('admin.agreements.deadline'),
      sort: 'deadline',
      value: (row) => date(row.deadline),
    },
    {
      id: 'joined',
      header: t('admin.agreements.joined'),
      isExtra: true,
      value: ({ joined, size }) =>
        t('admin.agreements.joinedOf', { number: formats.number(joined), all: formats.number(size) }),
    },
    {
      id: 'source',
      header: t('admin.agreements.source'),
      isExtra: true,
      value: ({ source }) => t(`admin.agreements.sources.${source}`),
    },
    {
      id: 'created',
      header: t('admin.agreements.created'),
      sort: 'created',
      value: ({ createdAt }) => formats.date(createdAt),
    },
    {
      id: 'agreed',
      header: t('admin.agreements.agreed'),
      isExtra: true,
      value: ({ agreedAt }) => agreedAt && formats.date(agreedAt),
    },
    {
      id: 'ended',
      header: t('admin.agreements.ended'),
      isExtra: true,
      value: ({ endedAt }) => endedAt && formats.date(endedAt),
    },
  ];
}
