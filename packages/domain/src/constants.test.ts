import { expect, test } from 'vitest';
import * as constants from './constants.ts';

test('limits and times equal those of the specification', () => {
  expect(constants).toMatchObject({
    DEFAULT_PAGE: 1,
    DEFAULT_LIMIT: 10,
    PAYMENT_STATUS_CACHE: 60_000,
    DASHBOARD_POLL: 30_000,
    ALERTS_SHOWN: 5,
    DASHBOARD_REQUESTS_SHOWN: 3,
    DASHBOARD_MATCHES_SHOWN: 2,
    SEARCH_DEBOUNCE: 500,
    PAGE_BUTTONS: 5,
    PAGE_BUTTONS_NARROW: 3,
    SIGN_UP_POPUP_DELAY: 20_000,
    MY_MATCHES_CAP: 10,
    ADMIN_PAGE_SIZE: 10,
    ADMIN_SEARCH_DEBOUNCE: 500,
    ADMIN_PAIR_SEARCH_DEBOUNCE: 400,
    PASSWORD_MINIMUM_LENGTH: 6,
    INVITE_MESSAGE_SHOWN: 3_000,
    PRIVACY_MESSAGE_SHOWN: 3_000,
    PAYMENT_REDIRECT_DELAY: 2_000,
    PAYMENT_SETTINGS_RELOAD_DELAY: 1_000,
    PAIRS_A_PAGE: 5,
    CRITERIA_SHOWN: 3,
    DEFAULT_FEE: 10,
    SCORE_BANDS: [90, 70, 50],
    STATE: 'Bihar',
  });
});
