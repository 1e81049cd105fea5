import type { Category, ClassRange, RecruitmentBatch } from '@mutual-transfer/domain/reference/teaching';

import type {
  ContactPreference,
  PrivacySettings,
  RequestStatus,
  Urgency,
} from '@mutual-transfer/domain/requests/transfer-request';

/** Transfer request of a fictional teacher. A null block means any block of the district. */
export interface DemoRequest {
  desiredDistrictCode: string;
  desiredBlockCode: string | null;
  subjectCode: string;
  classRange: ClassRange;
  reason: string;
  additionalInfo: string;
  urgency: Urgency;
  contactPreference: ContactPreference;
  status: RequestStatus;
  privacy: PrivacySettings;
  createdAt: Date;
}

/** Fictional teacher of Bihar, with their requests, oldest first. */
export interface DemoTeacher {
  name: string;
  email: string;
  phone: string;
  schoolName: string;
  districtCode: string;
  blockCode: string;
  desiredDistrictCode: string;
  desiredBlockCode: string | null;
  subjectCode: string;
  classRange: ClassRange;
  category: Category | null;
  recruitmentBatch: RecruitmentBatch | null;
  createdAt: Date;
  requests: readonly DemoRequest[];
}
