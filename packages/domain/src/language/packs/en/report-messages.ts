/** English texts of the reasons for reports, for notices and for the screens of reports. */
export const reportMessages = {
  'report.money': 'Asks for money',
  'report.identity': 'Is not who they say they are',
  'report.abuse': 'Insults or threatens',
  'report.spam': 'Writes again and again',
  'report.other': 'Something else',
  'report.content': 'A text or picture must go',
  'report.privacy': 'My personal data',
  'report.service': 'Something else about this site',
} as const;
