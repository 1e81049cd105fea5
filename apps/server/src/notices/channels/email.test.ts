import { allLanguages, type Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { type NoticeKind, noticeKindNames } from '@mutual-transfer/domain/notices/notice-kinds';
import { describe, expect, it } from 'vitest';
import { noticeSamples } from '../../../test/testing/notice-samples.ts';
import { testOperator } from '../../../test/testing/operator.ts';
import { noticeText } from '../notices.ts';
import type { NoticeToSend } from './channel.ts';
import { createEmail, mailHtml } from './email.ts';
import type { Mail } from './mailer.ts';

const stop = {
  address: 'https://product.example/api/notices/stop?token=a.b&c',
  page: 'https://product.example/stop?token=a.b&c',
};

async function render(language: Language, notices: readonly NoticeToSend[]): Promise<Mail> {
  const mails: Mail[] = [];
  const email = createEmail({ send: async (mail) => void mails.push(mail), close: () => {} }, testOperator);
  const recipient = { userId: 'reader', email: 'reader@school.example', phone: null };
  await email.send({ id: 'one', recipient, language, notices, stop });
  const [mail] = mails;
  if (mail === undefined) throw new Error('no mail was sent');
  return mail;
}

function noticeOf(kind: NoticeKind, language: Language): NoticeToSend {
  const content = noticeSamples[kind];
  const { kind: _kind, ...details } = content;
  const message = content.kind === 'message' ? content.message : null;
  return {
    kind,
    text: noticeText({ kind, message, details }, language),
    link: `https://product.example/?a=1&kind=${kind}`,
  };
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Returns the visible text of an HTML document, one line per paragraph. */
function visibleLines(html: string): string[] {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .split(/<\/?(?:p|div|hr|body|html)\b[^>]*>/)
    .map((part) => part.replace(/<[^>]*>/g, '').replace(/&\w+;/g, (entity) => entities[entity] ?? entity))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('<!doctype'));
}

const linksOf = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'));

/** Percent escapes, unresolved placeholders, and values that were not formatted. */
const UNREADABLE = /%u?[0-9a-f]{2}|[{}<>]|undefined|\[object|&\w+;/i;

const kindsInLanguages = allLanguages().flatMap((language) =>
  noticeKindNames.map((kind) => ({ kind, language })),
);

describe('an e-mail', () => {
  it.each(kindsInLanguages)(
    'about a notice of kind $kind in $language has readable sentences',
    async (one) => {
      const { kind, language } = one;
      const say = messagesIn(language);
      const notice = noticeOf(kind, language);
      const { html, text, subject } = await render(language, [notice]);
      expect(html).toMatch(
        new RegExp(`^<!doctype html><html lang="${language}"><head><meta charset="utf-8">`),
      );
      const footer = [
        say('mail.why'),
        `${say('operator.founder')} ${say('mail.noPromise')}`,
        say('mail.stop'),
      ];
      const lines = visibleLines(html);
      expect(lines).toEqual([say('mail.greeting'), notice.text, say('mail.open'), ...footer]);
      expect(linksOf(html)).toEqual([notice.link, stop.page]);
      for (const line of [subject, ...lines]) {
        expect(line).not.toMatch(UNREADABLE);
        if (kind !== 'message') expect(/\p{Script=Devanagari}/u.test(line), line).toBe(language === 'hi');
      }
      for (const line of [notice.text, notice.link, ...footer]) expect(text).toContain(line);
    },
  );

  it.each(allLanguages())('about several notices in %s has each one with its link', async (language) => {
    const notices = [noticeOf('ring', language), noticeOf('agreed', language)];
    const { html, subject } = await render(language, notices);
    expect(visibleLines(html)).toEqual(expect.arrayContaining(notices.map(({ text }) => text)));
    expect(linksOf(html)).toEqual([...notices.map(({ link }) => link), stop.page]);
    expect(subject).toContain('2');
  });

  it('escapes markup in every text', () => {
    const words = '<b onclick="x">Swap & go?</b>';
    const linked = { text: words, link: 'https://product.example/?a="&b' };
    const html = mailHtml({
      language: 'en',
      greeting: words,
      paragraphs: [{ ...linked, label: words }],
      notes: [words],
      ends: [linked],
    });
    expect(html).not.toMatch(/<b[ >]/);
    expect(visibleLines(html)).toEqual([words, words, words, words, words]);
  });
});
