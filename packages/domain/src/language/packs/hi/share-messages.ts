import type { ShareMessageTexts } from '../../messages/messages.ts';

/** Hindi texts of shared links and their pictures. */
export const shareMessages: ShareMessageTexts = {
  'share.invitation.title': 'बिहार के शिक्षकों का पारस्परिक स्थानांतरण',
  'share.invitation.one': 'अपनी जगह बदलने के लिए शिक्षक खोजें,',
  'share.invitation.two': 'या ऐसा चक्र, जिसमें सबको अपनी जगह मिले।',
  'share.missing.title': 'एक शिक्षक की कमी है',
  'share.missing.from': 'अभी {place} में',
  'share.missing.to': '{place} जाना चाहते हों',
  'share.missing.ring': 'इनके आने से {length} शिक्षकों का चक्र पूरा हो जाएगा।',
  'share.missing.pair': 'इनके आने से दो शिक्षक जगह बदल सकेंगे।',
  'share.product': 'पारस्परिक स्थानांतरण · बिहार',
  'share.register': 'खाता बनाएँ',
  'share.browse': 'पहले अनुरोध देखें',
};
