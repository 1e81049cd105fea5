export const reportReasons = ['money', 'identity', 'abuse', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
