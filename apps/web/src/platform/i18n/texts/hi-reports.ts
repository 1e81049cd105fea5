import type { ReportTexts } from './texts.ts';

export { reportMessages as messages } from '@mutual-transfer/domain/language/packs/hi/report-messages';

/** The texts of blocking and reporting a teacher in Hindi. */
export const texts: ReportTexts = {
  reports: {
    block: 'ब्लॉक करें',
    blockText:
      'आप दोनों एक-दूसरे को नहीं दिखेंगे, और न एक-दूसरे को लिख सकेंगे, न प्रस्ताव भेज सकेंगे। आप दोनों के खुले प्रस्ताव समाप्त हो जाएँगे। {name} को नहीं बताया जाता कि यह किसने किया। जिस पर आप दोनों पहले सहमत हो चुके हैं, वह तब तक बना रहेगा जब तक कोई उसे छोड़ न दे।',
    blockNow: 'इन्हें ब्लॉक करें',
    undo: 'वापस लें',
    failedBlock: 'यह नहीं हो सका। कृपया फिर कोशिश करें।',
    report: 'व्यवस्थापक से शिकायत करें',
    reportText:
      'व्यवस्थापक इसे पढ़ेंगे और आप दोनों को बताएँगे कि क्या निर्णय हुआ। {name} को नहीं बताया जाता कि यह किसने लिखा।',
    reason: 'क्या ग़लत है',
    reasonNeeded: 'कृपया चुनें कि क्या ग़लत है।',
    choose: 'कृपया चुनें',
    words: 'क्या हुआ',
    wordsHint: 'अधिक से अधिक 500 अक्षर। कब और कैसे हुआ, यह बताने से मदद मिलती है।',
    send: 'शिकायत भेजें',
    sending: 'भेजी जा रही है...',
    failedReport: 'शिकायत नहीं भेजी जा सकी। कृपया फिर कोशिश करें।',
  },
};
