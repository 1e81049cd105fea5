import type { InputMessageTexts } from '../../messages/messages.ts';

/** The sentences about what is typed, in Hindi: forms download them. Those of the specification stand here word for word. */
export const inputMessages: InputMessageTexts = {
  'field.required': 'कृपया यह जानकारी भरें।',
  'field.invalid': 'यह जानकारी सही नहीं है।',
  'field.unknown': 'यह जानकारी यहाँ नहीं माँगी गई है।',
  'field.choice': 'कृपया दिए गए विकल्पों में से एक चुनें।',
  'text.tooLong': 'कृपया अधिकतम {maximum} अक्षर लिखें।',
  'text.tooShort': 'कृपया कम से कम {minimum} अक्षर लिखें।',
  'text.characters': 'इसमें ऐसे चिह्न हैं जिन्हें यहाँ नहीं लिखा जा सकता।',
  'search.tooManyWords': 'कृपया अधिकतम {maximum} शब्दों से खोजें।',
  'number.range': 'कृपया {minimum} से {maximum} के बीच की संख्या दें।',
  'amount.invalid': 'कृपया 0 से 1,00,000 तक पूरे रुपये लिखें, केवल अंकों में।',
  'name.misleading':
    'कृपया अपना ही नाम एक लिपि के अक्षरों में लिखें, बिना किसी नंबर के। इस सेवा के अपने नाम नहीं लिखे जा सकते।',
  'email.invalid': 'कृपया सही ईमेल पता लिखें',
  'email.taken': 'इस ईमेल से पहले से एक खाता बना हुआ है।',
  'phone.invalid': 'कृपया 10 अंकों का मोबाइल नंबर लिखें जो 6, 7, 8 या 9 से शुरू हो।',
  'phone.taken': 'इस मोबाइल नंबर से पहले से एक खाता बना हुआ है।',
  'password.tooShort': 'पासवर्ड कम से कम 6 अक्षर का होना चाहिए',
  'password.common': 'यह पासवर्ड बहुत आम है। कृपया कोई और चुनें।',
  'password.context':
    'बिहार के शिक्षक के लिए ऐसे पासवर्ड का अनुमान लगाना आसान है। कृपया ऐसा पासवर्ड चुनें जिसमें ऐसे शब्द और उनके पीछे अंक न हों।',
  'password.personal': 'कृपया ऐसा पासवर्ड चुनें जो आपका ईमेल, मोबाइल नंबर या नाम न हो।',
  'password.mismatch': 'दोनों पासवर्ड एक जैसे नहीं हैं',
  'batch.withoutCategory': 'भर्ती का चरण केवल विद्यालय अध्यापकों के लिए होता है।',
  'district.unknown': 'बिहार में इस नाम का कोई ज़िला नहीं है।',
  'block.unknown': 'इस ज़िले में इस नाम का कोई प्रखंड नहीं है।',
  'password.wrong': 'यह आपका वर्तमान पासवर्ड नहीं है।',
  'password.needed': 'इसे बदलने के लिए कृपया अपना वर्तमान पासवर्ड लिखें।',
  'desired.same': 'आप पहले से वहीं कार्यरत हैं। कृपया कोई दूसरी जगह चुनें।',
  'classRange.subject': 'यह विषय इस कक्षा स्तर पर किसी विद्यालय में नहीं पढ़ाया जाता। कृपया दूसरा स्तर चुनें।',
  'rule.past': 'नियम सबसे पहले आज से लागू हो सकता है। पुराने नियमों से जो हुआ, वह मान्य रहता है।',
  'group.size': 'एक समूह में 2 से {maximum} शिक्षक होते हैं।',
  'field.alias': 'यही जानकारी दूसरे नाम से अलग दी गई है।',
};
