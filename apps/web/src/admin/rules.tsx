import {
  FIRST_RULES_DAY,
  type PolicyRule,
  type RuleHistory,
  ruleKindNames,
  ruleOn,
} from '@mutual-transfer/domain/matching/policy-rules';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';
import { rulesQuery } from './admin.queries.ts';
import type { Column } from './list/columns.ts';
import { DataTable } from './list/data-table.tsx';
import { QueryState } from './list/query-state.tsx';
import { RuleForm } from './rule-form.tsx';
import { useRuleTexts } from './rule-values.ts';
import { Section } from './section.tsx';

/** State of a dated rule: current, future or replaced. */
type RuleState = 'today' | 'coming' | 'over';

export function stateOfRules(history: readonly PolicyRule[], day: string): ReadonlyMap<string, RuleState> {
  const dated = history.map(({ createdAt, ...rule }) => ({ ...rule, writtenAt: Date.parse(createdAt) }));
  const today = new Set(ruleKindNames.map((kind) => ruleOn(dated, kind, day)?._id));
  return new Map(
    history.map(({ _id, validFrom }) => {
      if (today.has(_id)) return [_id, 'today'];
      return [_id, validFrom > day ? 'coming' : 'over'];
    }),
  );
}

/** Swap rules: current values, their legal source, and the form to change them. */
export function RulesSection({ userId }: { userId: string }) {
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
