export { reportMessages as messages } from '@mutual-transfer/domain/language/packs/en/report-messages';

/** The texts of blocking and reporting a teacher in English. */
export const texts = {
  reports: {
    block: 'Block',
    blockText:
      'You are not shown to each other any more, and neither can write or propose to the other. Open proposals with both of you end. {name} is not told who did it. What you have already agreed together stays until one of you leaves it.',
    blockNow: 'Block this teacher',
    undo: 'Undo',
    failedBlock: 'This did not work. Please try again.',
    report: 'Report to the administrator',
    reportText:
      'The administrator reads it and tells both of you what was decided. {name} is not told who wrote it.',
    reason: 'What is wrong',
    reasonNeeded: 'Please choose what is wrong.',
    choose: 'Please choose',
    words: 'What happened',
    wordsHint: 'Up to 500 characters. It helps to say when and how.',
    send: 'Send the report',
    sending: 'Sending...',
    failedReport: 'The report could not be sent. Please try again.',
  },
};
