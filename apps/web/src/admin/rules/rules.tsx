import { FIRST_RULES_DAY, type RuleHistory } from '@mutual-transfer/domain/matching/policy-rules';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import { rulesQuery } from '../admin.queries.ts';
import { Cell, RowTitle, Table } from '../table.tsx';
import { RuleForm } from './rule-form.tsx';
import { type RuleState, stateOfRules } from './rule-state.ts';
import { useRuleWords } from './rule-words.ts';

/** Swap rules: current values, their legal source, and the form to change them. */
export function Rules({ token }: { token: string }) {
  const { t } = useTranslation();
  const rules = useQuery(rulesQuery(token));
  return (
    <section aria-labelledby="rules" className={page.section}>
      <div>
        <h2 id="rules">{t('rules.title')}</h2>
        <p className={page.soft}>{t('rules.lead')}</p>
      </div>
      {rules.isError && <Failure onRetry={() => void rules.refetch()} text={t('admin.failed')} />}
      {rules.isPending && <CardSkeletons label={t('common.loading')} />}
      {rules.data && <History history={rules.data} />}
      {rules.data && <RuleForm key={rules.data.day} token={token} written={rules.data} />}
    </section>
  );
}

/** History of rules, latest start first, with the state of each. */
function History({ history: { history, day } }: { history: RuleHistory }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useRuleWords();
  const states = stateOfRules(history, day);
  const columns = [t('rules.rule'), t('rules.value'), t('rules.validFrom'), t('rules.source'), t('rules.by')];
  return (
    <Table columns={columns} label={t('rules.all')}>
      {history.map((rule) => (
        <tr key={rule._id}>
          <RowTitle>
            {t(`rules.kinds.${rule.kind}`)}
            <span className={page.soft}>{t(stateTexts[states.get(rule._id) ?? 'over'])}</span>
          </RowTitle>
          <Cell label={t('rules.value')}>{words.value(rule)}</Cell>
          <Cell label={t('rules.validFrom')}>{formats.date(rule.validFrom)}</Cell>
          <Cell label={t('rules.source')}>
            {rule.validFrom === FIRST_RULES_DAY ? t(`rules.first.${rule.kind}`) : rule.source}
            {rule.link !== null && (
              <>
                {' '}
                <a href={rule.link} rel="noreferrer" target="_blank">
                  {t('rules.read')}
                </a>
              </>
            )}
          </Cell>
          <Cell label={t('rules.by')}>{rule.writtenBy ?? t('rules.byProduct')}</Cell>
        </tr>
      ))}
    </Table>
  );
}

const stateTexts = {
  today: 'rules.state.today',
  coming: 'rules.state.coming',
  over: 'rules.state.over',
} as const satisfies Record<RuleState, string>;
