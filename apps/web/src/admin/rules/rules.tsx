import { FIRST_RULES_DAY, type RuleHistory } from '@mutual-transfer/domain/matching/policy-rules';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import page from '../../ui/page.module.css';
import { rulesQuery } from '../admin.queries.ts';
import type { Column } from '../list/columns.ts';
import { DataTable } from '../list/data-table.tsx';
import { QueryState } from '../query-state.tsx';
import { Section } from '../sections/section.tsx';
import { RuleForm } from './rule-form.tsx';
import { type RuleState, stateOfRules } from './rule-state.ts';
import { useRuleTexts } from './use-rule-texts.ts';

/** Swap rules: current values, their legal source, and the form to change them. */
export function Rules({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const rules = useQuery(rulesQuery(userId));
  return (
    <Section id="rules" lead={t('rules.lead')} title={t('rules.title')}>
      <QueryState query={rules} />
      {rules.data && <History history={rules.data} />}
      {rules.data && <RuleForm key={rules.data.day} userId={userId} written={rules.data} />}
    </Section>
  );
}

/** History of rules, latest start first, with the state of each. */
function History({ history: { history, day } }: { history: RuleHistory }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const texts = useRuleTexts();
  const states = stateOfRules(history, day);
  const columns: Column<RuleHistory['history'][number]>[] = [
    {
      id: 'rule',
      header: t('rules.rule'),
      value: ({ _id, kind }) => (
        <>
          {t(`rules.kinds.${kind}`)}
          <span className={page.soft}>{t(stateTexts[states.get(_id) ?? 'over'])}</span>
        </>
      ),
    },
    { id: 'value', header: t('rules.value'), value: (rule) => texts.value(rule) },
    { id: 'validFrom', header: t('rules.validFrom'), value: ({ validFrom }) => formats.date(validFrom) },
    {
      id: 'source',
      header: t('rules.source'),
      value: ({ validFrom, kind, source, link }) => (
        <>
          {validFrom === FIRST_RULES_DAY ? t(`rules.first.${kind}`) : source}{' '}
          {link !== null && (
            <a href={link} rel="noreferrer" target="_blank">
              {t('rules.read')}
            </a>
          )}
        </>
      ),
    },
    { id: 'by', header: t('rules.by'), value: ({ writtenBy }) => writtenBy ?? t('rules.byProduct') },
  ];
  return <DataTable columns={columns} keyOf={({ _id }) => _id} label={t('rules.all')} rows={history} />;
}

const stateTexts = {
  today: 'rules.state.today',
  coming: 'rules.state.coming',
  over: 'rules.state.over',
} as const satisfies Record<RuleState, string>;
