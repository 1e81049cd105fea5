/** Runs before each test file. */
import { resetPeople } from './factories.ts';

resetPeople();
