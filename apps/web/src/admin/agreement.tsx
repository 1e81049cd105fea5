import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { toneOfState } from '../agreements/agreement-texts.tsx';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { Facts } from '../ui/facts.tsx';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { agreementFileQuery, refreshAdmin } from './admin.queries.ts';
import { type OfficeActionDialog, OfficeDialog } from './agreement-dialogs.tsx';
import { AgreementHistory } from './agreement-history.tsx';
import { AgreementMembers, AgreementOrders } from './agreement-tables.tsx';
import { useMomentText, useOpenText, waitsForScrutiny } from './agreement-texts.ts';
import { Download } from './list/download.tsx';
import { QueryState } from './list/query-state.tsx';
import { PersonLink } from './person-link.tsx';
import { useListSearch } from './section.tsx';

/** Page of an agreement: state, members, orders, history, papers, and the actions of the administrator. */
export function AgreementSection({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const list = useListSearch('agreements');
  const query = useQuery(agreementFileQuery(userId, parameters.get('agreement') ?? ''));
  return (
    <div className={page.page}>
      <Link className={`${button.soft} ${page.start}`} to={{ search: list }}>
        {t('admin.agreements.all')}
      </Link>
      <QueryState query={query} />
      {query.data && <AgreementFileParts agreement={query.data} key={query.data._id} userId={userId} />}
    </div>
  );
}

function AgreementFileParts({ agreement, userId }: { agreement: AgreementFile; userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [action, setAction] = useState<OfficeActionDialog>();
  const [notice, setNotice] = useState({ text: '' });
  const { queryKey } = agreementFileQuery(userId, agreement._id);
  const done = (changed: AgreementFile) => {
    setAction(undefined);
    setNotice({ text: t('admin.agreements.done') });
    client.setQueryData(queryKey, changed);
    return refreshAdmin(client, userId, 'agreements', 'waiting', 'desk');
  };
  return (
    <>
      <FocusedNotice notice={notice} />
      <State agreement={agreement} onAct={setAction} />
      <AgreementMembers
        agreement={agreement}
        onRecord={(member, step) => setAction({ kind: 'record', member, step })}
        onScrutinise={(member) => setAction({ kind: 'scrutiny', member })}
        onTakeBack={(member, step) => setAction({ kind: 'undo', of: { member, step } })}
      />
      <AgreementOrders agreement={agreement} onWithdraw={(order) => setAction({ kind: 'undo', order })} />
      <AgreementHistory agreement={agreement} />
      {action && (
        <OfficeDialog
          action={action}
          agreement={agreement}
          onClose={() => setAction(undefined)}
          onDone={done}
          onOutdated={() => client.invalidateQueries({ queryKey })}
        />
      )}
    </>
  );
}

interface StateProps {
  agreement: AgreementFile;
  onAct: (action: OfficeActionDialog) => void;
}

/** State, deadline and end of the agreement, with its papers and actions. */
function State({ agreement, onAct }: StateProps) {
  const { t } = useTranslation();
  const { number, state, officeState, can, papers } = agreement;
  return (
    <section aria-labelledby="agreement" className={card.card}>
      <div className={card.heading}>
        <h2 id="agreement">{t('admin.agreements.named', { number })}</h2>
        <Tag tone={toneOfState[state]}>{t(`admin.agreements.states.${officeState}`)}</Tag>
      </div>
      <StateFacts agreement={agreement} />
      <div className={card.actions}>
        {can.order && (
          <Button kind="main" onClick={() => onAct({ kind: 'order' })}>
            {t('admin.agreements.order')}
          </Button>
        )}
        {agreement.members.filter(waitsForScrutiny).length > 1 && (
          <Button onClick={() => onAct({ kind: 'pass' })}>{t('admin.scrutiny.allPassed')}</Button>
        )}
        {can.deadline && (
          <Button onClick={() => onAct({ kind: 'deadline' })}>{t('admin.agreements.extend')}</Button>
        )}
        {can.undo && <Button onClick={() => onAct({ kind: 'undo' })}>{t('admin.agreements.undo')}</Button>}
        {papers.map((path) => (
          <Download key={path} path={path.replace(/^\/api/, '')} text={t('agreements.paper.application')} />
        ))}
        {can.end && (
          <Button kind="grave" onClick={() => onAct({ kind: 'end' })}>
            {t('admin.agreements.end')}
          </Button>
        )}
      </div>
    </section>
  );
}

function StateFacts({ agreement }: { agreement: AgreementFile }) {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const momentText = useMomentText();
  const names = useNames();
  const openText = useOpenText();
  const { subject, classRange, category, source, reason, endedBy } = agreement;
  const open = openText(agreement);
  const proposer = agreement.members.find(({ isProposer }) => isProposer)?.teacher;
  const dates = (['createdAt', 'deadline', 'agreedAt', 'submittedAt', 'endedAt'] as const).map((name) => {
    const moment = agreement[name];
    const textOf = name === 'deadline' ? momentText : formats.date;
    return moment !== null && ([t(`admin.agreements.dates.${name}`), textOf(moment)] as const);
  });
  return (
    <Facts
      facts={[
        open !== null && [t('admin.agreements.open'), open],
        [
          t('person.subject'),
          [
            names.subject(subject),
            names.classLevel(classRange),
            ...(category === null ? [] : [names.category(category)]),
          ].join(', '),
        ],
        [
          t('admin.agreements.source'),
          proposer ? (
            <PersonLink key="proposer" person={proposer} />
          ) : (
            t(`admin.agreements.sources.${source}`)
          ),
        ],
        ...dates,
        reason !== null && [t('admin.agreements.why'), say(`ended.${reason}`)],
        endedBy !== null && [t('admin.agreements.endedBy'), <PersonLink key="by" person={endedBy} />],
      ]}
    />
  );
}
