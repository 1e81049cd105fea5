import type { $ZodIssue } from 'zod/v4/core';
import type { MessageKey, Messages } from './messages.ts';
import type { Values } from './translator.ts';

/** No form has more fields. A body may have thousands of unknown ones. */
const ERRORS_AT_MOST = 100;

/**
 * Returns field path (joined by dots) → the first error message of that field. An issue whose message is a message
 * key gets the text of that key, filled in from the issue; any other issue gets the general text of its kind.
 */
export function fieldSentences(issues: readonly $ZodIssue[], messages: Messages): Record<string, string> {
  const fields: Record<string, string> = {};
  const paths = issues
    .slice(0, ERRORS_AT_MOST)
    .flatMap((issue) => pathsOf(issue).map((path) => [path, issue] as const));
  for (const [path, issue] of paths.slice(0, ERRORS_AT_MOST)) fields[path] ??= issueSentence(issue, messages);
  return fields;
}

function pathsOf(issue: $ZodIssue): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, ERRORS_AT_MOST).map((key) => [...path, key].join('.'));
  return [path.join('.')];
}

function issueSentence(issue: $ZodIssue, messages: Messages): string {
  // The product's own checks pass the values for their text as `params`.
  const values = 'params' in issue ? (issue.params as Values) : {};
  if (messages.has(issue.message) && !isVague(issue)) return messages(issue.message, values);
  return messages(generalKey(issue), limitsOf(issue));
}

/** Returns true if the issue calls an absent field invalid. Only issues that report their input can tell. */
function isVague(issue: $ZodIssue): boolean {
  return (
    issue.message === 'field.invalid' &&
    issue.code === 'invalid_type' &&
    'input' in issue &&
    issue.input === undefined
  );
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
