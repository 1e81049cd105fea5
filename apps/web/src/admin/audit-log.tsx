import { auditActions, auditSentence } from '@mutual-transfer/domain/administration/audit-actions';
import type { AuditList } from '@mutual-transfer/domain/administration/audit-log';
import { auditColumns } from '@mutual-transfer/domain/administration/list-columns';

import { allLanguages } from '@mutual-transfer/domain/language/language';
import type { Messages } from '@mutual-transfer/domain/language/messages';
import { type SeasonFieldChange, seasonAuditDetailsSchema } from '@mutual-transfer/domain/seasons/season';
import { Link, useSearchParams } from 'react-router';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import { Tag } from '../ui/tag.tsx';
import { auditQuery } from './admin.queries.ts';
import { AgreementLink } from './agreement-tables.tsx';
import { AdminList, useListPage } from './list/admin-list.tsx';
import { type Column, useColumns } from './list/columns.ts';
import { DataTable } from './list/data-table.tsx';
import { type Filter, useSpanFilters } from './list/filters.tsx';
import { PersonLink } from './person-link.tsx';
import { roundFields } from './season-values.ts';
import { Section } from './section.tsx';
import { personSearch, sectionSearch } from './sections.ts';

const plainFields = [
  'name',
  'order',
  'consent',
  'relieving',
  'scrutiny',
  'objectionDays',
  'opens',
  'listCloses',
  'closed',
] as const;

/** Returns a formatter of the season that an audit entry concerns: its name, and the changed settings with both values. */
function useSeasonAuditTexts() {
  const { t } = useTranslation();
  const textOf = useChangeText();
  return (details: unknown): string[] => {
    const { success, data } = seasonAuditDetailsSchema.safeParse(details);
    if (!success) return [];
    const { name, changes } = data;
    return [...(name === undefined ? [] : [t('admin.auditSeason', { name })]), ...changes.map(textOf)];
  };
}

function useChangeText() {
  const { t } = useTranslation();
  const labelOf = useSettingLabel();
  const textOf = useSettingValue();
  return ({ field, before, after }: SeasonFieldChange) =>
    t('admin.auditChanged', { label: labelOf(field), before: textOf(before), after: textOf(after) });
}

function useSettingLabel() {
  const { t } = useTranslation();
  const formats = useFormats();
  return (field: string): string => {
    const plain = plainFields.find((name) => name === field);
    if (plain !== undefined) return t(`admin.seasons.${plain}`);
    const [part, index = '', name] = field.split('.');
    const language = allLanguages().find((one) => one === index);
    if (part === 'names' && language !== undefined)
      return t('admin.seasons.nameIn', { language: t(`admin.order.languages.${language}`) });
    const ofRound = roundFields.find((field) => field === name);
    if (ofRound === undefined) return field;
    const round = t('admin.seasons.round', { number: formats.number(Number(index) + 1) });
    return `${round}, ${t(`admin.seasons.${ofRound}`)}`;
  };
}

function useSettingValue() {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = new Map<SeasonFieldChange['before'], string>([
    [null, t('admin.auditNothing')],
    [true, t('admin.auditYes')],
    [false, t('admin.auditNo')],
    ['before', t('admin.seasons.ways.before')],
    ['after', t('admin.seasons.ways.after')],
  ]);
  return (value: SeasonFieldChange['before']): string => words.get(value) ?? dateOrText(String(value));

  function dateOrText(value: string): string {
    return /^\d{4}-\d{2}-\d{2}T/.test(value) ? formats.dateTime(value) : value;
  }
}

/** Private-use characters that stand for the names while the sentence is composed. */
const [ACTOR, SUBJECT] = ['\uE000', '\uE001'];
const betweenParts = new RegExp(`([${ACTOR}${SUBJECT}])`);

/** Part of a sentence. `teacherId` is null for text, and for the name of an account without a page. */
interface SentencePart {
  key: string;
  text: string;
  teacherId: string | null;
}

export type AuditEntry = AuditList['entries'][number];

/** Number of groups of a file that an entry names. The downloaded log names all. */
const GROUPS_SHOWN = 10;

/** Returns formatters of audit entries in the user's language. */
function useAuditTexts() {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const seasonTexts = useSeasonAuditTexts();
  const groupsText = (groups: readonly string[]) => {
    const more = groups.length - GROUPS_SHOWN;
    const further = more > 0 ? [t('common.further', { formatted: formats.number(more) })] : [];
    return t('admin.auditGroups', { groups: formats.list([...groups.slice(0, GROUPS_SHOWN), ...further]) });
  };
  return {
    sentence: (entry: AuditEntry) => inParts(say, entry),
    details: ({ details }: AuditEntry) => {
      const { reason, paymentAmount, isPaymentRequired, lines, recorded, groups } = details;
      const searches = [details.search, details.perfectSearch, details.potentialSearch];
      return [
        ...searches.filter(isText).map((words) => t('admin.auditSearched', { words })),
        ...[reason].filter(isText).map((why) => t('admin.auditReason', { reason: why })),
        ...(typeof lines === 'number' && typeof recorded === 'number'
          ? [
              t('admin.auditRecorded', {
                recorded: formats.number(recorded),
                lines: formats.number(lines),
              }),
            ]
          : []),
        ...(Array.isArray(groups) && groups.length > 0 ? [groupsText(groups.filter(isText))] : []),
        ...(typeof paymentAmount === 'number'
          ? [
              t(isPaymentRequired === true ? 'admin.auditRequired' : 'admin.auditNotRequired', {
                amount: formats.rupees(paymentAmount),
              }),
            ]
          : []),
        ...seasonTexts(details),
      ];
    },
  };
}

/** Returns the sentence in parts, so that names can be links. */
function inParts(say: Messages, entry: AuditEntry): SentencePart[] {
  const { actor, actorTeacher, subjectTeacher } = entry;
  const subject = isOwnAct(entry) ? null : entry.subject;
  const marked = { ...entry, actor: actor && ACTOR, subject: subject && SUBJECT };
  return auditSentence(say, marked)
    .split(betweenParts)
    .filter(isText)
    .map((part) => {
      if (part === ACTOR) return { key: part, text: actor, teacherId: actorTeacher };
      if (part === SUBJECT) return { key: part, text: subject ?? '', teacherId: subjectTeacher };
      return { key: part, text: part, teacherId: null };
    });
}

/** Returns true for what a person did to the own account, such as signing in: the sentence then names the person once. */
function isOwnAct({ actor, subject, actorTeacher, subjectTeacher }: AuditEntry): boolean {
  return actor === subject && actorTeacher === subjectTeacher;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation();
  const columns = useAuditColumns();
  return <DataTable columns={columns} keyOf={({ _id }) => _id} label={t('admin.audit')} rows={entries} />;
}

function useAuditColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const texts = useAuditTexts();
  return useColumns(auditColumns, {
    action: (entry) => (
      <>
        {texts.sentence(entry).map(({ key, text, teacherId }) => (
          <Named id={teacherId} key={key} name={text} />
        ))}{' '}
        {entry.isRefused && <Tag tone="urgent">{t('admin.auditRefused')}</Tag>}
      </>
    ),
    when: ({ happenedAt }) => <time dateTime={happenedAt}>{formats.dateTime(happenedAt)}</time>,
    details: (entry) => (
      <>
        {typeof entry.details.agreement === 'string' && (
          <p>
            {t('admin.agreements.number')}:{' '}
            <AgreementLink id={entry.details.agreement} number={entry.agreementNumber} />
          </p>
        )}
        {texts.details(entry).map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
      </>
    ),
    address: ({ address }) => address,
  });
}

/** Part of a sentence: text, or the name of a teacher linked to the teacher's page. */
function Named({ id, name }: { id: string | null; name: string }) {
  return id === null ? name : <PersonLink person={{ _id: id, name }} />;
}

/** Audit log: actor, action, target, time and address. Limited to one teacher if opened from that teacher's page. */
export function AuditLog({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const columns = useAuditColumns();
  const looks = looksOf(parameters);
  const list = useListPage({
    filters: useAuditFilters(),
    otherNames: ['person'],
    queryOf: (search) => auditQuery(userId, [search, looks].filter((part) => part !== '').join('&')),
    rowsOf: ({ entries }) => entries,
  });
  const person = parameters.get('person');
  return (
    <Section id="audit" lead={t('admin.auditHint')} title={t('admin.audit')}>
      {person !== null && (
        <div className={page.chips}>
          <Link className={button.soft} to={{ search: personSearch(person) }}>
            {t('admin.person.back')}
          </Link>
          <Link className={button.soft} to={{ search: sectionSearch('audit') }}>
            {t('admin.auditEveryone')}
          </Link>
        </div>
      )}
      <AdminList
        {...list}
        columns={columns}
        csv={{ path: '/admin/audit.csv', query: looks }}
        empty={t('admin.auditNone')}
        keyOf={({ _id }) => _id}
        label={t('admin.audit')}
      />
    </Section>
  );
}

/** Returns the part of a query that excludes views of personal data. Empty if the administrator chose to see them, or one kind of action. */
function looksOf(parameters: URLSearchParams): string {
  return parameters.has('looks') || parameters.has('action') ? '' : 'looks=without';
}

function useAuditFilters(): Filter[] {
  const { t } = useTranslation();
  const say = useMessages();
  const span = useSpanFilters();
  const [parameters] = useSearchParams();
  return [
    ...(parameters.has('person')
      ? []
      : [
          {
            kind: 'search' as const,
            name: 'search',
            label: t('admin.auditPerson'),
            hint: t('admin.personHint'),
          },
        ]),
    {
      kind: 'choice',
      name: 'looks',
      label: t('admin.auditEntries'),
      all: t('admin.auditChanges'),
      options: [{ value: 'with', label: t('admin.auditAll') }],
    },
    {
      kind: 'choice',
      name: 'action',
      label: t('admin.auditAction'),
      all: t('admin.auditAny'),
      options: auditActions.map((action) => ({ value: action, label: say(`audit.${action}`) })),
    },
    ...span,
  ];
}
