import type { Agreement, AgreementMember } from '@mutual-transfer/domain/agreements/agreement';
import { stepDeadlines } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { PortalStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '../../form/call-failure.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { refreshOwn } from '../../platform/queries.ts';
import { updateUser, useSession } from '../../platform/session.ts';
import { usePortalUrl } from '../../platform/support.queries.ts';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import page from '../../ui/page.module.css';
import { useAgreementChange } from '../agreements.queries.ts';
import classes from './agreement.module.css';

/** Steps on the state's portal in order, with their due dates. Each tick notifies the other members. */
export function StepsPart({ agreement }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const portal = usePortalUrl();
  const [asked, setAsked] = useState<PortalStep>();
  const session = useSession();
  const client = useQueryClient();
  const close = () => setAsked(undefined);
  const ticked = () => {
    close();
    const movesTo = asked === 'joined' ? agreement.members[0]?.movesTo : undefined;
    if (movesTo === undefined) return;
    updateUser(session?.token, { district: movesTo.district, postingBlock: movesTo.block });
    refreshOwn(client);
  };
  const ticking = useAgreementChange<{ step: PortalStep }>(agreement._id, 'steps', ticked);
  return (
    <section aria-labelledby="next" className={card.card}>
      <h2 id="next">{t('agreements.next')}</h2>
      {portal !== null && (
        <a className={`${button.soft} ${page.start}`} href={portal} rel="noreferrer" target="_blank">
          {t('agreements.toPortal')}
        </a>
      )}
      <ol className={`${page.stack} ${classes.steps}`}>
        {agreement.portalSteps.map((step) => (
          <li key={step}>
            <Step agreement={agreement} onTick={() => setAsked(step)} step={step} />
          </li>
        ))}
      </ol>
      <p className={page.soft}>{t('agreements.nextText')}</p>
      {asked !== undefined && (
        <ConfirmDialog
          failure={<CallFailure error={ticking.error} text={t('common.failed')} />}
          isBusy={ticking.isBusy}
          isHarmless
          onClose={close}
          onConfirm={() => ticking.run({ step: asked })}
          text={t(asked === 'joined' ? 'agreements.joinedText' : 'agreements.tickText')}
          texts={{ confirm: t('agreements.tickNow'), cancel: t('agreements.tickLater') }}
          title={t(`agreements.tick.${asked}`)}
        />
      )}
    </section>
  );
}

/** Step with its due date, the members who did it, and the viewer's tick. */
function Step({ agreement, step, onTick }: { agreement: Agreement; step: PortalStep; onTick: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { can, members, submittedAt } = agreement;
  const done = members.filter((member) => hasTicked(member, step)).length;
  const due = dueOf(step, agreement);
  return (
    <>
      <p>
        <strong>{t(`agreements.step.${step}`)}</strong>
      </p>
      <p className={page.soft}>
        {due === undefined
          ? t(`agreements.days.${step}`)
          : t('agreements.dueBy', { date: formats.date(due.toISOString()) })}
        {step === 'submitted'
          ? submittedAt !== null && ` · ${t('agreements.doneOn', { date: formats.date(submittedAt) })}`
          : ` · ${t('agreements.doneBy', {
              number: formats.number(done),
              all: formats.number(members.length),
            })}`}
      </p>
      {can.steps.includes(step) && (
        <Button kind={can.steps[0] === step ? 'main' : 'soft'} onClick={onTick}>
          {t(`agreements.tick.${step}`)}
        </Button>
      )}
    </>
  );
}

function hasTicked({ steps }: AgreementMember, wanted: PortalStep): boolean {
  return steps.some(({ step }) => step === wanted);
}

/** Returns the due date of a step. The submission is due as soon as possible, unless the office extended its deadline. */
function dueOf(
  step: PortalStep,
  { agreedAt, submittedAt, extendedUntil, members }: Agreement,
): Date | undefined {
  if (agreedAt === null || step === 'otp' || step === 'relieved') return undefined;
  if (step === 'submitted' && !extendedUntil) return undefined;
  return stepDeadlines({
    agreedAt: new Date(agreedAt),
    submittedAt: submittedAt === null ? null : new Date(submittedAt),
    extendedUntil: extendedUntil ? new Date(extendedUntil) : null,
    isOrdered: members.every((member) => hasTicked(member, 'ordered') || hasTicked(member, 'joined')),
  })[step];
}
