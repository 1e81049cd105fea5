export { reportMessages as messages } from '@mutual-transfer/domain/language/packs/en/report-messages';

/** English texts of the pages about who runs the site: rules, refunds, contact, help, accessibility. */
export const texts = {
  retention: {
    title: 'How long it is kept',
    lead: 'When its time is over a program deletes it. What belongs to your account is deleted with it at once; what proves a transfer, a payment or misuse stays without your name and contact.',
    unused:
      'An account without a sign-in for {asked} years is asked by a message, and deleted after {erased}.',
    hours_one: '{count} hour',
    hours_other: '{count} hours',
    days_one: '{count} day',
    days_other: '{count} days',
    years_one: '{count} year',
    years_other: '{count} years',
    account: 'as long as your account',
    product: 'as long as the site',
    kinds: {
      momentary: {
        what: 'Security questions and counts of attempts',
        why: 'they stop programs that guess or copy',
      },
      contactAddresses: {
        what: 'The network address from which you opened a contact',
        why: 'it shows one caller behind many accounts',
      },
      repeats: { what: 'Marks of calls already made', why: 'a call that is sent twice takes effect once' },
      formerPlaces: {
        what: 'The post you left by a swap',
        why: 'papers name the school that you left, and the office can take a wrong joining back',
      },
      signIn: { what: 'Sign-ins, codes and links sent to you', why: 'a stolen account can be noticed' },
      sent: {
        what: 'What was sent to you outside the site, contacts refused to you, and computed plans',
        why: 'failures and misuse can be followed up',
      },
      sealed: {
        what: 'Registration data of an erased account, sealed: no part of the site can read it',
        why: 'the law asks for it, and only the holder of a key that is kept elsewhere can open it',
      },
      traces: {
        what: 'Calls of the site with account and network address (deleted month by month), and who saw whose contact',
        why: 'the law asks for them, and misuse can be followed up',
      },
      messages: { what: 'Alerts, messages and announcements', why: 'you and the others can read them again' },
      ended: {
        what: 'Ended requests, proposals that came to nothing, and decided reports and complaints',
        why: 'questions about them can be answered',
      },
      records: {
        what: 'Agreements with their steps, orders and objections, and consents to a season',
        why: 'they prove how a transfer came about',
      },
      participation: {
        what: 'Rounds that included you, and being kept out of a season, while you have an account',
        why: 'they explain your result',
      },
      payments: { what: 'Payments, receipts and refunds', why: 'the law on accounts asks for them' },
      audit: { what: 'What administrators did and looked at', why: 'it proves who did what' },
      account: {
        what: 'Your account with its settings, open requests and blocks',
        why: 'the site needs them to serve you',
      },
      product: {
        what: 'Rules, dates of seasons, settings and counts without names',
        why: 'they say nothing about a teacher',
      },
    },
  },
  operator: {
    terms: {
      title: 'Rules of use',
      thirdParties: 'Licences of software of others in this site',
      lead: 'What holds between you and {name}, who runs this site.',
      parts: {
        what: {
          title: 'What the site does',
          text: 'It finds teachers who can exchange places, alone or in a ring, and leads them to the signed application. It cannot promise a transfer: the department alone orders one.',
        },
        conduct: {
          title: 'What we ask of you',
          text: 'Use your own name and number, and write what is true of your post and your wish. Use what you learn of others for a transfer only, and do not pass it on. No advertising, no insults, no programs that collect data.',
        },
        money: {
          title: 'Money',
          text: 'No one may ask for money, or offer it, for a swap or a transfer. If the site has a fee, it is paid here only, and the page of payment says what it buys. Report a caller who asks for money: we never do.',
        },
        texts: {
          title: 'What you write',
          text: 'Texts with phone numbers, links or sums of money are kept out, or read by an administrator first. Who breaks these rules can lose the account; the reason is stated, and you can object to the officer named below.',
        },
        proposals: {
          title: 'Yes and no',
          text: 'A yes to a proposal holds once all have said yes; until then you can take it back. Leaving an agreement harms the others, so think before you say yes.',
        },
        end: {
          title: 'The end of your account',
          text: 'You can delete your account at any time. Until then these rules hold; a change of them is announced before it applies.',
        },
        law: {
          title: 'Law and complaints',
          text: 'The law of India applies. Complaints: {officer}, or {email}. You get an answer within 7 days; about a text or picture that must go, within 36 hours.',
        },
      },
    },
    refunds: {
      title: 'Payment and refunds',
      lead: 'What the fee buys, and when it comes back.',
      parts: {
        bought: {
          title: 'What you pay for',
          text: 'Reading, posting and matching cost nothing extra. If the site has a fee, it is paid once and opens the contact details of teachers you can swap with, within daily limits. What a teacher hides stays hidden, and no transfer is promised.',
        },
        twice: {
          title: 'Paid twice, or by mistake',
          text: 'A second payment, and one that opened nothing, comes back in full. Write to {email} with the day and the sum; many are found without your letter.',
        },
        broken: {
          title: 'An agreement that breaks',
          text: 'If all agreed and another member leaves before the papers are submitted, the fee can come back once. Your page of the agreement says what applies.',
        },
        how: {
          title: 'How it comes back',
          text: 'The whole sum goes to the card, account or UPI address it came from, within five to seven working days. The access ends with it; you can pay again at any time.',
        },
        not: {
          title: 'What is not refunded',
          text: 'A fee of which the contacts were used and the swap failed for another reason. If you think that this is unjust, write to the officer: {officer}.',
        },
      },
    },
    help: {
      title: 'Help',
      lead: 'The questions that teachers ask most.',
      parts: {
        code: {
          title: 'The code by SMS does not come',
          text: 'Wait two minutes and look whether the number is right. A code holds for 10 minutes; you can ask for five a day. Many networks block messages for numbers on the do-not-disturb list for a while: try again later, or set a password by e-mail.',
        },
        password: {
          title: 'I forgot my password',
          text: 'On the sign-in page enter your email or number and press “Forgot Password?”: you get a code or a link at once where we can send one. Otherwise an administrator sets a new one, which may take seven days.',
        },
        phone: {
          title: 'Who sees my phone number?',
          text: 'Visitors never do. Signed-in teachers with access see it unless you hide it under “Privacy”. Hidden fields open only to the members of a swap that all of you agreed to.',
        },
        none: {
          title: 'Why is there no match for me?',
          text: 'A swap needs a teacher of your subject and class level who wants your place. Add nearby blocks as acceptable places, say that you are ready, and share your request: one more teacher often closes a ring. We tell you when there is one.',
        },
        ring: {
          title: 'What is a ring?',
          text: 'You go to B’s school, B goes to C’s, and C comes to yours. Up to ten teachers can move this way. It holds only if all say yes.',
        },
        group: {
          title: 'Why am I not in a group of the season?',
          text: 'The plan moves as many teachers as possible; your page says the reason. You stay in the next plan as long as you are ready.',
        },
        agreed: {
          title: 'We all agreed. What now?',
          text: 'Follow the steps on the page of your agreement: form the group at the portal first, then confirm by OTP. If your office asks for paper, print the joint application there. Tick each step when it is done.',
        },
        money: {
          title: 'Someone asks me for money',
          text: 'Do not pay. No one here may ask for money for a transfer. Report the message or the teacher; an administrator reads every report.',
        },
        wrong: {
          title: 'My name, school or number is wrong',
          text: 'Correct it under “Your account”. If an office verified your name, ask an administrator: {email}.',
        },
        delete: {
          title: 'How do I leave?',
          text: 'Under “Your account” you can download your data and delete the account. Your requests end at once.',
        },
      },
    },
    accessibility: {
      title: 'Accessibility',
      lead: 'This site is for every teacher, also with a screen reader, large letters or a keyboard.',
      parts: {
        aim: {
          title: 'What we aim at',
          text: 'The rules WCAG 2.2 at level AA. Every page is checked by a program before each release, in both languages, on a phone and on a desktop.',
        },
        works: {
          title: 'What works',
          text: 'Keyboard and screen reader on all pages, letters of up to twice the size, dark colours, reduced motion, and pages without JavaScript for reading.',
        },
        limits: {
          title: 'What is not perfect yet',
          text: 'Printed papers are PDF files without tags; the same facts are on the page of the agreement. The map has a table with the same numbers.',
        },
        tell: {
          title: 'Tell us',
          text: 'If something stops you, write to {email}; other ways are on the page “Contact”. We answer within 7 days.',
        },
      },
    },
    complaint: {
      title: 'Complaint',
      lead: 'About this site, a text or picture on it, or your personal data. You get a number at once, and an answer within 7 days; about a text or picture that must go, within 36 hours.',
      own: 'You read the answer among your alerts.',
      visitor: 'We answer at the address or number below. Nothing else is sent to it.',
      link: 'Send a complaint',
      topic: 'What is it about?',
      choose: 'Please choose',
      words: 'What happened',
      wordsHint: 'Up to 2,000 characters. For a text or picture say where you saw it.',
      name: 'Your name',
      contact: 'Email or mobile number',
      contactHint: 'The administrator answers there.',
      send: 'Send the complaint',
      sending: 'Sending …',
      failed: 'The complaint could not be sent.',
      doneTitle: 'Your complaint has arrived',
      number: 'Your number',
      due: 'Answered by',
      keep: 'Write the number down, and quote it when you ask about the complaint.',
    },
    contact: {
      title: 'Contact',
      lead: 'Who runs this site, and how to reach them.',
      runs: 'Run by',
      address: 'Address',
      email: 'E-mail',
      phone: 'Phone',
      officer: 'Grievance officer',
      gstin: 'GSTIN',
      answer:
        'Complaints are answered within 7 days; about a text or picture that must go, within 36 hours. You may also turn to the Data Protection Board of India.',
      api: 'For developers: the API of this site',
    },
  },
};
