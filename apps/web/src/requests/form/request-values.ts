/** Values of the request form, all text. */
export interface RequestValues {
  readonly desiredDistrict: string;
  readonly desiredBlock: string;
  readonly subject: string;
  readonly classRange: string;
  readonly reason: string;
  readonly additionalInfo: string;
  readonly urgency: string;
  readonly contactPreference: string;
}

/** Fields that decide which teachers a request matches. */
export const matchedFields = ['desiredDistrict', 'desiredBlock', 'subject', 'classRange'] as const;
