import { expect, it } from 'vitest';
import { allLanguages } from '../language/language.ts';
import { messagesIn } from '../language/packs/language-packs.ts';
import { auditActions, auditActionText, auditSentence } from './audit-actions.ts';

it.each(allLanguages())('%s has a different text for each action', (language) => {
  const words = auditActions.map((action) => auditActionText(messagesIn(language), action));
  expect(words.filter((word) => word.startsWith('audit'))).toEqual([]);
  expect(new Set(words).size).toBe(auditActions.length);
});

it('a sentence names who did what to whom', () => {
  const say = messagesIn('en');
  const entry = { actor: 'Asha', impersonator: null, action: 'user.verify', subject: 'Ravi' };
  expect(auditSentence(say, entry)).toBe('Asha: Verified a teacher (Ravi)');
  expect(auditSentence(say, { ...entry, subject: null })).toBe('Asha: Verified a teacher');
  expect(auditSentence(say, { ...entry, actor: '' })).toBe('Verified a teacher');
  const call = { ...entry, impersonator: 'Ministry', action: 'impersonated GET /api/alerts', subject: null };
  expect(auditSentence(say, call)).toBe('Ministry, as Asha: In a user’s place: GET /api/alerts');
  expect(auditSentence(say, { ...entry, action: 'of another time' })).toBe('Asha: of another time (Ravi)');
});
