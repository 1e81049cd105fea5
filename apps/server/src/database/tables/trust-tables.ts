import type { Generated } from 'kysely';

/** Tables of codes that were sent to phones, of links for new passwords, and of messages held for an administrator. */
export interface TrustTables {
  held_messages: HeldMessagesTable;
  phone_codes: PhoneCodesTable;
  password_links: PasswordLinksTable;
}

interface PasswordLinksTable {
  user_id: string;
  token_hash: string;
  expires_at: Date;
}

interface PhoneCodesTable {
  phone_seal: string;
  code_seal: string;
  tries: Generated<number>;
  expires_at: Date;
}

interface HeldMessagesTable {
  id: string;
  from_user_id: string;
  to_user_id: string | null;
  agreement_id: string | null;
  message: string;
  created_at: Date;
}
