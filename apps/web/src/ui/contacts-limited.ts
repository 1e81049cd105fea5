import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import { createContext } from 'react';

/**
 * Context for lists of people: when the next contact opens, and what would open it sooner. `undefined`, or without a time, while the
 * budget lasts.
 */
export const ContactsLimited = createContext<ContactLimit | undefined>(undefined);
