import type { AppContext } from '@mutual-transfer/domain/pages';
import { createContext } from 'react-router';

/** What the server tells the pages of a visit. */
export const appContext = createContext<AppContext>();
