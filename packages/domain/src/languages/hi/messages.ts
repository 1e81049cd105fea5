import type { MessageTexts } from '../../messages/messages.ts';
import { agreementMessages } from './agreement-messages.ts';
import { inputMessages } from './input-messages.ts';
import { reportMessages } from './report-messages.ts';

/** The sentences about input and outcomes for readers of Hindi. */
export const messages: MessageTexts = {
  ...inputMessages,
  ...agreementMessages,
  ...reportMessages,

  'error.validation_failed': 'कृपया नीचे चिह्नित जानकारी जाँच लें।',
  'error.malformed': 'जो भेजा गया वह पढ़ा नहीं जा सका।',
  'error.captcha_failed': 'सुरक्षा प्रश्न का उत्तर सही नहीं है। कृपया नए प्रश्न का उत्तर दें।',
  'error.text_needs_review':
    'धोखाधड़ी से बचाव के लिए यहाँ फ़ोन नंबर, लिंक और रुपये की रक़म लिखने की अनुमति नहीं है। कृपया इसे बदलें, या व्यवस्थापक को जाँच के लिए भेजें।',
  'error.proof_needed':
    'यहाँ से बहुत बार कोशिश हुई है। पहले आपके फ़ोन या कंप्यूटर को एक छोटी गणना करनी होगी। कृपया फिर कोशिश करें।',
  'error.unauthenticated': 'आगे बढ़ने के लिए कृपया लॉग इन करें।',
  'error.credentials_wrong': 'ईमेल या पासवर्ड सही नहीं है।',
  'error.payment_required': 'आगे बढ़ने के लिए कृपया भुगतान पूरा करें।',
  'error.forbidden': 'आपको यह करने की अनुमति नहीं है।',
  'error.account_inactive': 'आपका खाता निष्क्रिय है। कृपया व्यवस्थापक से संपर्क करें।',
  'error.not_found': 'यह नहीं मिला।',
  'error.method_not_allowed': 'इस पते पर इस तरह का अनुरोध नहीं किया जा सकता।',
  'error.email_taken': 'इस ईमेल से पहले से एक खाता बना हुआ है।',
  'error.phone_taken': 'इस मोबाइल नंबर से पहले से एक खाता बना हुआ है।',
  'error.request_duplicate': 'इसी जगह, विषय और कक्षा स्तर के लिए आपका एक सक्रिय अनुरोध पहले से है।',
  'error.too_many_requests_active': 'आपके {maximum} सक्रिय अनुरोध पहले से हैं। नया अनुरोध डालने से पहले कृपया एक हटाएँ।',
  'error.status_step': 'इस अनुरोध के लिए अब यह बदलाव नहीं हो सकता।',
  'error.alert_unread': 'इन्होंने आपकी पिछली सूचना अभी नहीं पढ़ी है।',
  'error.alert_limit': 'आप एक दिन में {maximum} सूचनाएँ भेज सकते हैं। अगली सूचना {time} के बाद भेज सकते हैं।',
  'error.not_a_match': 'सूचना केवल उन्हीं शिक्षकों को भेजी जा सकती है जिनसे आपका मिलान होता है।',
  'error.while_impersonating': 'किसी और के रूप में ऐप देखते समय कुछ भी बदला नहीं जा सकता। कृपया पहले एडमिन पैनल पर लौटें।',
  'error.price_changed': 'शुल्क बदल गया है: अब ₹{amount} है। कृपया भुगतान करने से पहले देख लें।',
  'error.payment_not_needed': 'किसी भुगतान की ज़रूरत नहीं है।',
  'error.payment_pending': 'आपका भुगतान प्रक्रिया में है। कृपया थोड़ी देर में स्थिति दोबारा देखें।',
  'error.no_sms_provider': 'यहाँ से फ़ोन पर कोड नहीं भेजा जा सकता। कृपया व्यवस्थापक को लिखें।',
  'error.no_payment_provider': 'भुगतान लेने की व्यवस्था अभी नहीं है, इसलिए शुल्क नहीं लिया जा सकता।',
  'error.payment_failed': 'भुगतान की पुष्टि नहीं हो सकी। कृपया व्यवस्थापक से संपर्क करें।',
  'error.plan_under_way': 'एक योजना पहले से बन रही है। कृपया उसके पूरे होने की प्रतीक्षा करें, या पहले उसे रद्द करें।',
  'error.last_administrator': 'अंतिम व्यवस्थापक को हटाया नहीं जा सकता। पहले कोई दूसरा व्यवस्थापक बनाइए।',
  'error.plan_finished': 'यह योजना समाप्त हो चुकी है: अब रद्द करने को कुछ नहीं है।',
  'error.not_a_ring': 'इन अनुरोधों से चक्र नहीं बनता: हर शिक्षक को अगले शिक्षक की जगह चाहिए होनी चाहिए।',
  'error.request_taken':
    'इनमें से कोई अनुरोध अब खाली नहीं है: वह किसी दूसरे समझौते में है, वापस ले लिया गया है, या शिक्षक की जगह बदल गई है।',
  'error.request_in_agreement': 'यह अनुरोध एक समझौते में है। पहले समझौता छोड़ें।',
  'error.rules_changed': 'मौजूदा नियमों के अनुसार ये शिक्षक अब एक समूह में अदला-बदली नहीं कर सकते।',
  'error.proposal_exists': 'ठीक इन्हीं अनुरोधों का एक प्रस्ताव पहले से खुला है।',
  'error.agreement_over': 'यह प्रस्ताव या समझौता समाप्त हो चुका है।',
  'error.agreement_step': 'इस समझौते में यह कदम अभी संभव नहीं है।',
  'error.round_under_way': 'एक दौर चल रहा है। उसके समाप्त होने का इंतज़ार करें, या पहले उसे रोकें।',
  'error.round_over': 'यह दौर समाप्त हो चुका है।',
  'error.report_open': 'आप इन शिक्षक की शिकायत पहले ही कर चुके हैं। व्यवस्थापक उसे देखेंगे।',
  'error.report_decided': 'इस शिकायत पर निर्णय हो चुका है।',
  'error.report_limit': 'आप एक दिन में {maximum} शिकायतें भेज सकते हैं। कृपया कल फिर कोशिश करें।',
  'error.proposal_limit':
    'आपके {maximum} प्रस्ताव एक साथ खुले हो सकते हैं, और एक ही शिक्षक को दिन में {daily} नए प्रस्ताव भेजे जा सकते हैं। कृपया उत्तरों का इंतज़ार करें।',
  'error.message_limit': 'एक समझौते में आप दिन में {maximum} संदेश लिख सकते हैं।',
  'error.conflict': 'इस बीच यह बदल गया है। कृपया पन्ना दोबारा खोलकर फिर कोशिश करें।',
  'error.payload_too_large': 'यह बहुत बड़ा है, इसलिए नहीं लिया जा सका।',
  'error.unsupported_media_type': 'कृपया JSON भेजें।',
  'error.visitor_limit':
    'यहाँ से आज बहुत सारे अनुरोध देखे जा चुके हैं। आगे देखने के लिए लॉग इन कीजिए, या {hours} घंटे बाद फिर आइए।',
  'error.posting_limit': 'आप एक दिन में {maximum} बार अनुरोध डाल या बदल सकते हैं। कृपया {wait} रुकें।',
  'error.rate_limited': 'बहुत बार कोशिश हो चुकी है। कृपया {wait} रुककर फिर कोशिश करें।',
  'error.unavailable': 'सेवा अभी व्यस्त है। कृपया थोड़ी देर में फिर कोशिश करें।',
  'error.internal': 'हमारी ओर से कुछ गड़बड़ी हुई। कृपया फिर कोशिश करें।',

  'done.requestDeleted': 'स्थानांतरण अनुरोध मिटा दिया गया',
  'done.passwordChanged': 'पासवर्ड बदल दिया गया।',
  'done.accountDeleted': 'आपका खाता हटा दिया गया।',
  'done.alertSent': 'सूचना भेज दी गई',
  'done.blocked':
    'शिक्षक को ब्लॉक कर दिया गया है। अब आप दोनों एक-दूसरे को नहीं दिखेंगे, और न लिख सकेंगे, न प्रस्ताव भेज सकेंगे।',
  'done.reported': 'धन्यवाद। व्यवस्थापक इसे देखेंगे और आपको बताएँगे कि क्या हुआ।',
  'done.unblocked': 'शिक्षक अब ब्लॉक नहीं हैं।',
  'done.invited': 'निमंत्रण भेज दिया गया।',
  'done.alertRead': 'सूचना पढ़ी हुई मान ली गई।',
  'done.alertHidden': 'सूचना छिपा दी गई।',
  'done.alertShown': 'सूचना फिर से दिख रही है।',
  'done.userActivated': 'खाता फिर से सक्रिय है।',
  'done.userDeactivated': 'खाता निष्क्रिय कर दिया गया।',
  'done.administratorErased': 'व्यवस्थापक को हटा दिया गया है।',
  'done.messageRemoved': 'सूचना हटा दी गई है।',
  'done.textHeld': 'आपका लिखा हुआ व्यवस्थापक को भेज दिया गया है। उनकी अनुमति के बाद ही दूसरे इसे पढ़ सकेंगे।',
  'done.textReleased': 'अनुमति दे दी गई है।',
  'done.textRefused': 'इसे हटा दिया गया है, और लिखने वाले को कारण बता दिया गया है।',
  'done.phoneCodeSent': 'इस नंबर पर छह अंकों का कोड भेजा जा रहा है। यह दस मिनट तक काम करेगा।',
  'done.settingsSaved': 'भुगतान की सेटिंग सहेज ली गई।',
  'done.paid': 'आपका भुगतान मिल गया। धन्यवाद।',

  'alert.perfectMatch':
    'आपकी एक नई पक्की जोड़ी मिली है: {district} के {block} में कार्यरत एक शिक्षक आपकी जगह आना चाहते हैं।',
  'alert.requestRemoved': 'व्यवस्थापक ने आपका एक स्थानांतरण अनुरोध हटा दिया है। कारण: {reason}',
  'alert.messageRemoved': 'व्यवस्थापक ने आपकी एक सूचना हटा दी है। कारण: {reason}',
  'alert.reportUpheld': 'आपकी शिकायत देखी गई, और व्यवस्थापक ने उस पर कार्रवाई की है: {words}',
  'alert.reportDismissed': 'आपकी शिकायत देखी गई। व्यवस्थापक को कार्रवाई लायक कुछ नहीं मिला: {words}',
  'alert.reportedUpheld':
    'एक शिक्षक ने आपकी शिकायत की है ({reason})। व्यवस्थापक ने जाँच की और शिकायत सही पाई: {words}',
  'alert.reportedDismissed':
    'एक शिक्षक ने आपकी शिकायत की है ({reason})। व्यवस्थापक ने जाँच की और कुछ गलत नहीं पाया: {words}',
  'alert.ring':
    'आपके अनुरोध से {length} शिक्षकों का एक नया चक्र बन सकता है: हर शिक्षक अगले की जगह जा सकते हैं, और आप {district} के {block} में।',

  'alert.invitation':
    '{block}, {district} के एक शिक्षक आपसे अदला-बदली कर सकते हैं। वे चाहते हैं कि आप अनुरोध डालें: तब वे आपको प्रस्ताव भेज सकेंगे।',
  'alert.proposal':
    'आपको {length} शिक्षकों के समूह में अदला-बदली का प्रस्ताव मिला है: आप {block}, {district} जाएँगे। कृपया हाँ या नहीं में उत्तर दें।',
  'alert.proposalYes': 'आपके प्रस्ताव पर एक सदस्य ने हाँ कहा है: आप {block}, {district} जाएँगे।',
  'alert.agreed':
    'सभी {length} सदस्य सहमत हैं: आप {block}, {district} जाएँगे। समझौते के पन्ने पर नाम और संपर्क खुल गए हैं।',
  'alert.readinessRound':
    'अदला-बदली के प्रस्तावों का नया दौर शुरू हुआ है। अगर आप माँगी हुई जगह मिलने पर जाएँगे, तो अपने अनुरोध पर यह बता दें: प्रस्ताव केवल तैयार शिक्षकों को जाते हैं।',
  'alert.readinessEnding':
    'आपने कहा था कि यह जगह मिली तो आप जाएँगे। इसकी अवधि {days} दिन के भीतर पूरी हो रही है: अपने अनुरोध पर एक टैप से इसे बढ़ा लें।',
  'alert.agreementEnded':
    '{reason} {block}, {district} की अदला-बदली अब नहीं होगी। देखिए, इसके बदले क्या हो सकता है।',
  'alert.agreementStep': '{block}, {district} के आपके समझौते में: {step}।',
  'alert.agreementMessage': '{block}, {district} के आपके समझौते में नया संदेश है।',

  'paper.title': 'पारस्परिक स्थानांतरण हेतु संयुक्त आवेदन',
  'paper.to': 'सेवा में: निदेशक, प्राथमिक एवं माध्यमिक शिक्षा, बिहार सरकार',
  'paper.date': 'दिनांक: {date}',
  'paper.group': 'समूह {group}: {count} शिक्षक',
  'paper.request':
    'हम नीचे लिखे {count} शिक्षक पारस्परिक स्थानांतरण का अनुरोध करते हैं: हममें से हर एक अंतिम स्तंभ में लिखे शिक्षक की जगह लेंगे।',
  'paper.number': 'क्र.',
  'paper.teacher': 'शिक्षक एवं विद्यालय',
  'paper.posting': 'प्रखंड, ज़िला',
  'paper.subject': 'विषय, कक्षा',
  'paper.category': 'शिक्षक का प्रकार',
  'paper.takes': 'किनकी जगह लेंगे',
  'paper.declaration':
    'हम सभी अपनी इच्छा से सहमत हैं। हम जानते हैं कि एक के मना करने पर पूरे समूह का स्थानांतरण रद्द हो जाता है।',
  'paper.name': 'नाम',
  'paper.signature': 'हस्ताक्षर',
  'paper.day': 'दिनांक',
  'paper.notGovernment':
    'यह काग़ज़ ऐसी वेबसाइट पर भरा गया है जो सरकारी नहीं है। यहाँ कोई स्थानांतरण का वादा नहीं कर सकता, न ही इसके लिए पैसे माँग सकता है।',
  'paper.calendar': 'पारस्परिक स्थानांतरण',
  'paper.due.answer': 'अदला-बदली के प्रस्ताव का उत्तर देने की अंतिम घड़ी',
  'paper.due.submission': 'समूह को ई-शिक्षाकोष पर जमा करें',
  'paper.due.order': 'स्थानांतरण आदेश की अंतिम तिथि',
  'paper.due.joining': 'आज तक नए विद्यालय में योगदान करें',

  'captcha.sum': '{first} + {second} कितना होता है?',
  'captcha.difference': '{first} - {second} कितना होता है?',

  'criterion.subject': 'एक ही विषय: {subject}',
  'criterion.classRange': 'एक ही कक्षा स्तर: {classRange}',
  'criterion.postedDistrict': 'आपके इच्छित ज़िले में कार्यरत: {district}',
  'criterion.postedBlock': 'आपके इच्छित प्रखंड में कार्यरत: {block}',
  'criterion.wantsDistrict': 'आपके ज़िले में आना चाहते हैं: {district}',
  'criterion.wantsBlock': 'आपके प्रखंड में आना चाहते हैं: {block}',
  'criterion.categoryNotStated': 'शिक्षक का प्रकार नहीं बताया गया',
};
