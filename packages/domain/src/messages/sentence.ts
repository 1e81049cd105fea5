import type { $ZodIssue } from 'zod/v4/core';
import { english, type MessageKey, type Messages } from './english.ts';

/** What fills the `{…}` of a sentence. */
export type Values = Readonly<Record<string, string | number>>;

/** The sentence for a key, its `{names}` replaced by the values of those names. */
export function sentence(messages: Messages, key: MessageKey, values: Values = {}): string {
  return messages[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export function isMessageKey(value: string): value is MessageKey {
  return Object.hasOwn(english, value);
}

/**
 * Field path (joined by dots) → the first sentence about it. An issue whose message is a message key says that
 * sentence, filled in from the issue itself; any other issue says the general one of its kind.
 */
export function fieldSentences(issues: readonly $ZodIssue[], messages: Messages): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    for (const path of pathsOf(issue)) fields[path] ??= issueSentence(issue, messages);
  }
  return fields;
}

function pathsOf(issue: $ZodIssue): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...path, key].join('.'));
  return [path.join('.')];
}

function issueSentence(issue: $ZodIssue, messages: Messages): string {
  const values = 'params' in issue ? (issue.params as Values) : {};
  if (isMessageKey(issue.message)) return sentence(messages, issue.message, values);
  return sentence(messages, generalKey(issue), limitsOf(issue));
}

function generalKey(issue: $ZodIssue): MessageKey {
  if (issue.code === 'unrecognized_keys') return 'field.unknown';
  if (issue.code === 'invalid_value') return 'field.choice';
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'field.required';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'text.tooLong';
  return 'field.invalid';
}

function limitsOf(issue: $ZodIssue): Values {
  return issue.code === 'too_big' ? { maximum: Number(issue.maximum) } : {};
}
