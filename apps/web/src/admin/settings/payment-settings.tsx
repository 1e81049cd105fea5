import { useFreshQuery } from '../../platform/api/use-fresh-query.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import card from '../../ui/card.module.css';
import { settingsQuery } from '../admin.queries.ts';
import { QueryState } from '../query-state.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Form for the fee. */
export function PaymentSettingsForm({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const query = useFreshQuery(settingsQuery(userId));
  return (
    <section aria-labelledby="payment-settings" className={card.card}>
      <h2 id="payment-settings">{t('admin.settings')}</h2>
      <QueryState query={query} text={t('admin.failedSettings')} />
      {query.data && <SettingsForm settings={query.data} userId={userId} />}
    </section>
  );
}
