/** English texts of the reasons for reports, for notices and for the screens of reports. */
export const reportMessages = {
  'report.money': 'Asks for money',
  'report.identity': 'Is not who they say they are',
  'report.abuse': 'Insults or threatens',
  'report.spam': 'Writes again and again',
  'report.other': 'Something else',
} as const;
