import type { Messages } from '../language/messages.ts';
import type { Operator } from './operator.ts';

/** Returns the sentence that says whose site this is. Apart from the schema, so that pages of visitors load no zod. */
export function operatorSentence(say: Messages, { kind, name }: Pick<Operator, 'kind' | 'name'>): string {
  return say(`operator.${kind}`, { name });
}
