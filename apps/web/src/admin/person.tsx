import type { PersonPage } from '@mutual-transfer/domain/administration/administration';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Tagged } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { Contact } from '../ui/contact.tsx';
import { Facts } from '../ui/facts.tsx';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag, VerifiedTag } from '../ui/tag.tsx';

import { personQuery } from './admin.queries.ts';
import { useAgreementColumns } from './agreements.tsx';
import { AuditTable } from './audit-log.tsx';
import { CorrectPerson } from './correct-person.tsx';
import { QueryState } from './list/query-state.tsx';
import { Refund, type Removable, Removal, Verification } from './person-dialogs.tsx';
import { MoveLine } from './person-link.tsx';
import {
  PersonConsents,
  PersonPayments,
  PersonRequests,
  PersonSessions,
  PersonSms,
  PersonViewers,
  SentAlerts,
} from './person-tables.tsx';
import { Section, TitledTable, useListSearch } from './section.tsx';

import { type TeacherAction, TeacherActions, TeacherDialog } from './teacher-actions.tsx';

/** Page of one teacher with all stored data. The server writes each view to the audit log. */
export function PersonSection({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const list = useListSearch('users');
  const query = useQuery(personQuery(userId, parameters.get('person') ?? ''));
  return (
    <div className={page.page}>
      <Link className={`${button.soft} ${page.start}`} to={{ search: list }}>
        {t('admin.announcements.all')}
      </Link>
      <QueryState query={query} />
      {query.data && (
        <KnownPerson
          person={query.data.answer}
          reload={async () => (await query.refetch()).data}
          tag={query.data.tag}
          userId={userId}
        />
      )}
    </div>
  );
}

type Doing =
  | { kind: 'act'; action: TeacherAction }
  | { kind: 'correct' }
  | { kind: 'verify' }
  | { kind: 'refund'; payment: PersonPage['payments'][number] }
  | { kind: 'remove'; what: Removable };

interface KnownPersonProps {
  person: PersonPage;
  /** `ETag` of the account. */
  tag: string | undefined;
  userId: string;
  reload: () => Promise<Tagged<PersonPage> | undefined>;
}

function KnownPerson({ person, tag, userId, reload }: KnownPersonProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [doing, setDoing] = useState<Doing>();
  const [notice, setNotice] = useState({ text: '' });
  const { user } = person;
  const agreementColumns = useAgreementColumns().filter(({ isExtra }) => isExtra !== true);
  const dialog = {
    teacher: user,
    userId,
    onClose: () => setDoing(undefined),
    onDone: (text: string) => {
      setDoing(undefined);
      setNotice({ text });
      void client.invalidateQueries({ queryKey: personQuery(userId, user._id).queryKey });
    },
  };
  const remove = (what: Removable) => setDoing({ kind: 'remove', what });
  return (
    <>
      <FocusedNotice notice={notice} />
      <PersonCard
        onAct={(action) => setDoing({ kind: 'act', action })}
        onCorrect={() => setDoing({ kind: 'correct' })}
        onVerify={() => setDoing({ kind: 'verify' })}
        person={person}
      />
      <PersonRequests onRemove={remove} requests={person.requests} />
      <TitledTable
        columns={agreementColumns}
        id="agreements"
        keyOf={({ _id }) => _id}
        rows={person.agreements}
        title={t('agreements.all')}
      />
      <PersonConsents consents={person.consents} />
      <SentAlerts alerts={person.alertsSent} onRemove={remove} />
      <PersonPayments
        onRefund={(payment) => setDoing({ kind: 'refund', payment })}
        payments={person.payments}
      />
      <PersonSms sms={person.sms} />
      <PersonSessions sessions={person.sessions} />
      <PersonViewers id={user._id} userId={userId} />
      <Section id="history" level={3} title={t('admin.person.history')}>
        {person.history.length === 0 ? (
          <p className={page.soft}>{t('admin.person.none')}</p>
        ) : (
          <AuditTable entries={person.history} />
        )}
        <Link className={`${button.soft} ${page.start}`} to={{ search: `?section=audit&person=${user._id}` }}>
          {t('admin.person.allHistory')}
        </Link>
      </Section>
      {doing?.kind === 'act' && <TeacherDialog action={doing.action} {...dialog} />}
      {doing?.kind === 'correct' && <CorrectPerson {...dialog} reload={reload} tag={tag} />}
      {doing?.kind === 'verify' && <Verification {...dialog} />}
      {doing?.kind === 'refund' && (
        <Refund brokenAgreementAt={person.brokenAgreementAt} payment={doing.payment} {...dialog} />
      )}
      {doing?.kind === 'remove' && <Removal what={doing.what} {...dialog} />}
    </>
  );
}

interface PersonCardProps {
  person: PersonPage;
  onAct: (action: TeacherAction) => void;
  onCorrect: () => void;
  onVerify: () => void;
}

function PersonCard({ person, onAct, onCorrect, onVerify }: PersonCardProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { user } = person;
  return (
    <section aria-labelledby="person" className={card.card}>
      <div className={page.chips}>
        <Tag tone={user.isActive ? 'good' : 'urgent'}>
          {t(user.isActive ? 'admin.active' : 'admin.inactive')}
        </Tag>
        {user.isPaid && <Tag>{t('admin.paidTag')}</Tag>}
        <VerifiedTag user={user} />
      </div>
      <h2 id="person">{user.name}</h2>
      <p className={page.soft}>{t('admin.joined', { date: formats.date(user.createdAt) })}</p>
      <Contact person={user} />
      <MoveLine {...user} />
      <PersonFacts person={person} />
      <div className={card.actions}>
        <Button onClick={onCorrect}>{t('admin.person.correct')}</Button>
        <Button onClick={onVerify}>
          {t(user.isVerified ? 'admin.person.unverify' : 'admin.person.verify')}
        </Button>
        <TeacherActions onAct={onAct} teacher={user} />
      </div>
    </section>
  );
}

/** School, teaching, service, verification and payment. */
function PersonFacts({ person: { user, verification, mailBouncedAt } }: { person: PersonPage }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const { subject, classRange, category, recruitmentBatch, joinedOn, teacherId } = user;
  const { paymentAmount, paymentDate } = user;
  const notStated = t('register.notStated');
  const named = category === null ? notStated : names.category(category);
  const paid =
    paymentAmount !== null &&
    paymentDate !== null &&
    `${formats.rupees(paymentAmount)}, ${formats.dateTime(paymentDate)}`;
  return (
    <Facts
      facts={[
        [t('person.school'), user.schoolName === '' ? t('admin.person.schoolOpen') : user.schoolName],
        [t('person.subject'), subject && names.subject(subject)],
        [t('person.classLevel'), classRange && names.classLevel(classRange)],
        [t('register.category'), [named, recruitmentBatch].filter(Boolean).join(', ')],
        [t('admin.person.joinedSchool'), joinedOn ? formats.date(joinedOn) : notStated],
        teacherId !== null && [t('admin.person.teacherId'), teacherId],
        mailBouncedAt !== null && [
          t('person.email'),
          t('admin.person.mailBounced', { date: formats.dateTime(mailBouncedAt) }),
        ],
        verification !== null && [
          t('admin.person.verifiedOn'),
          <Verified key="verified" verification={verification} />,
        ],
        paid !== false && [t('admin.paidOn'), paid],
      ]}
    />
  );
}

function Verified({ verification }: { verification: NonNullable<PersonPage['verification']> }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { how, at, by, note } = verification;
  const values = { by: by ?? '', date: formats.dateTime(at), note: note ?? '' };
  return t(how === 'administrator' ? 'admin.person.how_administrator' : 'admin.person.how_code', values);
}
