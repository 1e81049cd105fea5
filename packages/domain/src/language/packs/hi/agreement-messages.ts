import type { AgreementMessageTexts } from '../../messages.ts';

/** Hindi texts about the end and progress of agreements, for notices and for the screens of agreements. */
export const agreementMessages: AgreementMessageTexts = {
  'ended.member_inactive': 'एक सदस्य का खाता अब सक्रिय नहीं है।',
  'ended.member_moved': 'एक सदस्य अब दूसरी जगह पदस्थापित हैं।',
  'ended.request_changed': 'एक सदस्य का अनुरोध बदल गया है।',
  'ended.rules_changed': 'नियम अब इस समूह की अनुमति नहीं देते।',
  'ended.window_closed': 'सबकी सहमति से पहले ही राज्य में पारस्परिक तबादले की अवधि समाप्त हो गई।',
  'ended.member_taken': 'एक सदस्य किसी दूसरे समझौते में हैं।',
  'ended.member_out': 'कार्यालय ने एक सदस्य को बाहर किया।',
  'ended.refused': 'एक सदस्य ने मना कर दिया।',
  'ended.left': 'एक सदस्य अब साथ नहीं दे सकते।',
  'ended.deadline': 'सबने समय पर उत्तर नहीं दिया।',
  'ended.account_ended': 'एक सदस्य का खाता समाप्त हो गया है।',
  'ended.request_ended': 'एक सदस्य अब यह जगह नहीं चाहते।',
  'ended.other_agreement': 'एक सदस्य दूसरी अदला-बदली के लिए सहमत हो गए हैं।',
  'ended.round_stopped': 'प्रस्तावों का दौर रोक दिया गया।',
  'ended.office': 'व्यवस्थापक ने इसे समाप्त किया।',

  'step.submitted': 'समूह ई-शिक्षाकोष पर जमा कर दिया गया',
  'step.otp': 'एक सदस्य ने ओटीपी से पुष्टि कर दी',
  'step.ordered': 'एक सदस्य को स्थानांतरण आदेश मिल गया',
  'step.relieved': 'एक सदस्य को वर्तमान विद्यालय से विरमित कर दिया गया',
  'step.joined': 'एक सदस्य ने नए विद्यालय में योगदान कर दिया',

  'objection.own_facts': 'मेरे अपने तथ्य ग़लत हैं',
  'objection.others_facts': 'किसी अन्य सदस्य के तथ्य ग़लत हैं',
  'objection.eligibility': 'नियमों के अनुसार कोई सदस्य स्थानांतरण का पात्र नहीं है',
  'objection.other': 'कोई अन्य कारण',
  'objectionReply.accepted': 'स्वीकृत: शिक्षक सत्र से बाहर हैं',
  'objectionReply.refused': 'अस्वीकृत: “नहीं” बना रहेगा',
};
