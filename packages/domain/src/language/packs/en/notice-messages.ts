/** English texts of messages that leave the product: mails and SMS. */
export const noticeMessages = {
  'notice.message': 'A teacher wrote to you: “{message}”',
  'notice.messageWaits': 'A teacher has written to you.',
  'mail.greeting': 'Namaste,',
  'mail.open': 'Open',
  'mail.why':
    'You get this mail because you have an account with us. In your account you choose what is sent, when, and by which channel.',
  'mail.noPromise':
    'This is not a government site. We cannot promise a transfer, and a caller who asks for money is not from us.',
  'mail.stop': 'Stop these mails',
  'mail.subjectOfSeveral': '{count} news about your transfer',
  'mail.subject.matches': 'A new chance for your transfer',
  'mail.subject.messages': 'A teacher wrote to you',
  'mail.subject.agreements': 'Your swap: something has happened',
  'mail.subject.rounds': 'Would you take the place if it came?',
  'mail.subject.requests': 'Your transfer request',
  'mail.subject.account': 'Your account',
  'mail.resetSubject': 'A new password',
  'mail.resetText': 'You asked for a new password. The link below can be used once, for {minutes} minutes.',
  'mail.resetOpen': 'Choose a new password',
  'mail.resetNotYou': 'If you did not ask for it, you need not do anything: your password stays as it is.',
  'notice.product': 'Mutual Transfer',
  'sms.waiting': '{count} new in Mutual Transfer: {link}',
} as const;
