import { withAliases } from '@mutual-transfer/domain/person-aliases';
import type { Person } from '@mutual-transfer/domain/user';

const sunita = {
  _id: '01990000-0000-7000-8000-000000000001',
  name: 'Sunita Kumari',
  isVerified: false,
  schoolName: 'Rajkiya Madhya Vidyalaya',
  district: 'Patna',
  postingBlock: 'Danapur',
  desiredDistrict: 'Gaya',
  desiredBlock: 'Bodh Gaya',
  subject: 'Mathematics',
  classRange: '6-8',
  email: 'sunita@example.com',
  phone: '9876543210',
};

/** A teacher as the API presents one. */
export function person(overrides: Partial<typeof sunita> = {}): Person {
  return withAliases({ ...sunita, ...overrides });
}
