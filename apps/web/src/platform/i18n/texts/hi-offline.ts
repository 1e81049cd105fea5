import type { OfflineTexts } from './texts.ts';

/** The texts of what works without a connection, in Hindi. */
export const texts: OfflineTexts = {
  offline: {
    title: 'इंटरनेट नहीं चल रहा है',
    text: 'यह पन्ना बिना इंटरनेट के नहीं खुल सकता। इंटरनेट आने पर फिर कोशिश करें।',
    own: 'जो आपने पिछली बार देखा था, वह अब भी पढ़ सकते हैं:',
    shown: 'इंटरनेट नहीं चल रहा है। आप वही देख रहे हैं जो {time} को आया था।',
    now: 'अभी इंटरनेट नहीं चल रहा है।',
    alert: '{name} को सूचना',
    answer: {
      yes: 'प्रस्ताव पर आपकी हाँ',
      no: 'प्रस्ताव पर आपकी ना',
    },
    waits: 'भेजा जाना बाकी है। इंटरनेट आते ही यह अपने-आप चला जाएगा।',
    refused: 'यह नहीं भेजा गया: {reason}',
    withdraw: 'मत भेजिए',
    tooLate: 'यह पहले ही भेजा जा चुका था, या दूसरे टैब में वापस ले लिया गया था।',
    newVersion: 'नया संस्करण तैयार है।',
    load: 'अभी खोलें',
  },
};
