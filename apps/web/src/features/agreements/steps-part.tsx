import type { Agreement } from '@mutual-transfer/domain/agreement';
import type { PortalStep } from '@mutual-transfer/domain/agreement-steps';
import { useErrorText } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { useAgreementChange } from './use-agreement-change.ts';

/** What happens next on the state's portal; each tick tells the others. */
export function StepsPart({ agreement: { _id, can } }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const ticking = useAgreementChange<{ step: PortalStep }>(_id, 'steps');
  return (
    <section aria-labelledby="next" className={card.card}>
      <h2 id="next">{t('agreements.next')}</h2>
      <p>{t('agreements.nextText')}</p>
      {ticking.error !== null && <Failure text={errorText(ticking.error, t('agreements.failed'))} />}
      <div className={page.buttons}>
        {can.steps.map((step) => (
          <Button isBusy={ticking.isBusy} key={step} onClick={() => ticking.run({ step })}>
            {t(`agreements.tick.${step}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
