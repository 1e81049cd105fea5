import type { AppContext } from '@mutual-transfer/domain/pages';
import { createContext } from 'react-router';

/** Data that the server passes to the pages of a visit. */
export const appContext = createContext<AppContext>();
