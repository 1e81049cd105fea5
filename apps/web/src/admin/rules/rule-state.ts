import { type PolicyRule, ruleKindNames, ruleOn } from '@mutual-transfer/domain/matching/policy-rules';

/** State of a dated rule: current, future or replaced. */
export type RuleState = 'today' | 'coming' | 'over';

/** Returns the state of each rule on a day, by rule id. */
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
