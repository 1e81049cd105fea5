import type { Operator } from '@mutual-transfer/domain/administration/operator';
import { operatorSentence } from '@mutual-transfer/domain/administration/operator-sentence';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { noticeKinds } from '@mutual-transfer/domain/notices/notice-kinds';
import type { Channel, Dispatch } from './channel.ts';
import type { Mailer } from './mailer.ts';

interface Linked {
  text: string;
  link: string;
}

/** Content of an e-mail, as sentences without markup. */
interface MailBody {
  language: Language;
  greeting: string;
  /** `label` is the text of the link. */
  paragraphs: readonly (Linked & { label: string })[];
  notes: readonly string[];
  /** Small links at the end of the mail. */
  ends: readonly Linked[];
}

/** Renders the plain-text part. */
export function mailText({ greeting, paragraphs, notes, ends }: MailBody): string {
  const parts = [
    greeting,
    ...paragraphs.map(({ text, link }) => `${text}\n${link}`),
    `--\n${notes.join('\n')}`,
    ...ends.map(({ text, link }) => `${text}\n${link}`),
  ];
  return `${parts.join('\n\n')}\n`;
}

const BODY = 'margin:0;padding:16px;background:#f4f5f7;color:#1c2430;font:16px/1.6 system-ui,sans-serif';
const CARD = 'max-width:560px;margin:0 auto;padding:20px;background:#ffffff;border-radius:8px';
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#ffffff;text-decoration:none';
const SMALL = 'margin:8px 0;color:#5b6573;font-size:13px';

/** Renders the HTML part. Every value is escaped, because teachers wrote some of them. */
export function mailHtml({ language, greeting, paragraphs, notes, ends }: MailBody): string {
  const cards = paragraphs.map(
    ({ text, link, label }) =>
      `<p style="margin:16px 0 8px;white-space:pre-line">${asText(text)}</p><p style="margin:0 0 20px"><a href="${asText(link)}" style="${BUTTON}">${asText(label)}</a></p>`,
  );
  const small = [
    ...notes.map(asText),
    ...ends.map(({ text, link }) => `<a href="${asText(link)}" style="color:#5b6573">${asText(text)}</a>`),
  ];
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>`,
    `<body style="${BODY}"><div style="${CARD}"><p style="margin:0">${asText(greeting)}</p>${cards.join('')}`,
    `<hr style="border:0;border-top:1px solid #dfe3e8">${small.map((line) => `<p style="${SMALL}">${line}</p>`).join('')}`,
    '</div></body></html>',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function asText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

/** Creates the e-mail channel, which sends text and HTML. @param readOperator returns who runs the product. */
export function createEmail(mailer: Mailer, readOperator: () => Promise<Operator>): Channel {
  return {
    name: 'email',
    send: async (dispatch) => {
      const { id, recipient, language, notices, stop } = dispatch;
      const say = messagesIn(language);
      const whose = operatorSentence(say, await readOperator());
      const body = {
        language,
        greeting: say('mail.greeting'),
        paragraphs: notices.map(({ text, link }) => ({ text, link, label: say('mail.open') })),
        notes: [say(stop === undefined ? 'mail.whyFormer' : 'mail.why'), `${whose} ${say('mail.noPromise')}`],
        ends: stop === undefined ? [] : [{ text: say('mail.stop'), link: stop.page }],
      };
      await mailer.send({
        id,
        to: recipient.email,
        subject: subjectOf(dispatch, language),
        text: mailText(body),
        html: mailHtml(body),
        ...(stop === undefined ? {} : { unsubscribe: stop.address }),
      });
    },
    close: () => mailer.close(),
  };
}

/** Returns the subject line: the topic of a single notice, or the number of notices. */
function subjectOf({ notices }: Dispatch, language: Language): string {
  const say = messagesIn(language);
  const [first] = notices;
  if (notices.length > 1 || first === undefined)
    return say('mail.subjectOfSeveral', { count: notices.length });
  return say(`mail.subject.${noticeKinds[first.kind].topic}`);
}
