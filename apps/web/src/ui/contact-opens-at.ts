import { createContext } from 'react';

/** Around people: when the next contact opens, where the reader has opened as many today as they may; undefined before that. */
export const ContactOpensAt = createContext<string | undefined>(undefined);
