import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { noticeKinds } from '@mutual-transfer/domain/notices/notice-kinds';
import type { Channel, Dispatch } from './channel.ts';
import { mailHtml, mailText } from './mail-body.ts';
import type { Mailer } from './mailer.ts';

/** Creates the e-mail channel, which sends text and HTML. */
export function createEmail(mailer: Mailer): Channel {
  return {
    name: 'email',
    send: async (dispatch) => {
      const { id, recipient, language, notices, stop } = dispatch;
      const say = messagesIn(language);
      const body = {
        language,
        greeting: say('mail.greeting'),
        paragraphs: notices.map(({ text, link }) => ({ text, link, label: say('mail.open') })),
        notes: [say('mail.why'), say('mail.noPromise')],
        ends: [{ text: say('mail.stop'), link: stop.page }],
      };
      await mailer.send({
        id,
        to: recipient.email,
        subject: subjectOf(dispatch, language),
        text: mailText(body),
        html: mailHtml(body),
        unsubscribe: stop.address,
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
