import { expect, it } from 'vitest';
import { mailDraft } from './login-page.tsx';

it('mailDraft encodes subject and text, so that typed text cannot add recipients', () => {
  expect(mailDraft('a@example.com', 'पासवर्ड', 'x&bcc=b@example.com')).toBe(
    'mailto:a@example.com?subject=%E0%A4%AA%E0%A4%BE%E0%A4%B8%E0%A4%B5%E0%A4%B0%E0%A5%8D%E0%A4%A1&body=x%26bcc%3Db%40example.com',
  );
});
