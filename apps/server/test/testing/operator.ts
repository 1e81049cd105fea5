import type { Operator } from '@mutual-transfer/domain/administration/operator';

/** Returns the operator of mails in tests. */
export async function testOperator(): Promise<Operator> {
  return {
    kind: 'founder',
    name: 'Mutual Transfer',
    address: 'Patna',
    phone: '',
    grievanceOfficer: 'Asha Kumari',
    gstin: '',
  };
}
