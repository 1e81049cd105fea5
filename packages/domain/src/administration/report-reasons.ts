export const reportReasons = ['money', 'identity', 'abuse', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Topics of complaints about the site: a text or picture that must go, personal data, and everything else. */
export const complaintTopics = ['content', 'privacy', 'service'] as const;
export type ComplaintTopic = (typeof complaintTopics)[number];

/** Hours within which a complaint is answered, as the law asks and the page "Contact" promises. */
export const complaintHours: Readonly<Record<ComplaintTopic, number>> = {
  content: 36,
  privacy: 168,
  service: 168,
};
