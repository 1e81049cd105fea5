import type { ReportMessageTexts } from '../../messages.ts';

/** Hindi texts of the reasons for reports, for notices and for the screens of reports. */
export const reportMessages: ReportMessageTexts = {
  'report.money': 'पैसे माँगते हैं',
  'report.identity': 'वे नहीं हैं जो बताते हैं',
  'report.abuse': 'अपमान करते या धमकाते हैं',
  'report.spam': 'बार-बार लिखते हैं',
  'report.other': 'कोई और बात',
  'report.content': 'कोई लेख या चित्र हटना चाहिए',
  'report.privacy': 'मेरी निजी जानकारी',
  'report.service': 'इस वेबसाइट के बारे में कोई और बात',
};
