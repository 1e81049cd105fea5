import type { NoticeMessageTexts } from '../../messages/messages.ts';

/** Hindi texts of messages that leave the product. */
export const noticeMessages: NoticeMessageTexts = {
  'notice.message': 'एक शिक्षक ने आपको लिखा: “{message}”',
  'notice.messageWaits': 'एक शिक्षक ने आपको लिखा है।',
  'mail.greeting': 'नमस्ते,',
  'mail.open': 'खोलें',
  'mail.why':
    'यह मेल आपको इसलिए मिला है क्योंकि हमारे यहाँ आपका खाता है। क्या, कब और किस माध्यम से भेजा जाए, यह आप अपने खाते में चुन सकते हैं।',
  'mail.noPromise':
    'यह सरकारी साइट नहीं है। स्थानांतरण का वादा कोई नहीं कर सकता, और पैसे माँगने वाला कोई भी फ़ोन हमारा नहीं है।',
  'mail.stop': 'ये मेल बंद करें',
  'mail.subjectOfSeveral': 'आपके स्थानांतरण की {count} नई बातें',
  'mail.subject.matches': 'आपके स्थानांतरण का नया अवसर',
  'mail.subject.messages': 'एक शिक्षक ने आपको लिखा',
  'mail.subject.agreements': 'आपकी अदला-बदली में कुछ नया हुआ',
  'mail.subject.rounds': 'जगह मिले तो क्या आप जाएँगे?',
  'mail.subject.requests': 'आपका स्थानांतरण अनुरोध',
  'mail.subject.account': 'आपका खाता',
  'mail.resetSubject': 'नया पासवर्ड',
  'mail.resetText': 'आपने नया पासवर्ड माँगा था। नीचे दिया लिंक {minutes} मिनट तक, एक बार काम करेगा।',
  'mail.resetOpen': 'नया पासवर्ड चुनें',
  'mail.resetNotYou': 'अगर आपने नहीं माँगा था, तो कुछ करने की ज़रूरत नहीं: आपका पासवर्ड वही रहेगा।',
  'notice.product': 'पारस्परिक स्थानांतरण',
  'sms.waiting': 'पारस्परिक स्थानांतरण में {count} नई सूचना: {link}',
};
