import type { PrivacySettings } from '@mutual-transfer/domain/accounts/privacy';
import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { presentAccount } from '../../privacy/present.ts';
import { refreshProjections } from '../../privacy/projections.ts';
import { accountGone } from '../account-gone.ts';

/** Changes what a person hides of themselves, whether they have requests or not. An open request may hide more. */
export async function changeOwnPrivacy(
  db: Kysely<Database>,
  userId: string,
  privacy: PrivacySettings,
): Promise<Account> {
  return db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('users')
      .set(privacyColumns(privacy))
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow(accountGone);
    await refreshProjections(transaction, userId);
    return presentAccount(changed);
  });
}

/** What the person set, and with it what others see hidden: nothing that an ended request hid stays hidden after that. */
export function privacyColumns({ hideName, hidePhone, hideEmail, hideSchoolName }: PrivacySettings) {
  return {
    own_hide_name: hideName,
    own_hide_phone: hidePhone,
    own_hide_email: hideEmail,
    own_hide_school_name: hideSchoolName,
    hide_name: hideName,
    hide_phone: hidePhone,
    hide_email: hideEmail,
    hide_school_name: hideSchoolName,
  };
}
