/** Numbers the specification fixes, in one place. Times are in milliseconds unless the name says otherwise. */

export const PASSWORD_MINIMUM_LENGTH = 6;
export const PASSWORD_MAXIMUM_LENGTH = 1_000;
export const NAME_MINIMUM_LENGTH = 2;
export const NAME_MAXIMUM_LENGTH = 80;
export const SCHOOL_NAME_MAXIMUM_LENGTH = 160;
export const EMAIL_MAXIMUM_LENGTH = 254;
export const SEARCH_MAXIMUM_LENGTH = 100;
export const REASON_MAXIMUM_LENGTH = 500;
export const ADDITIONAL_INFO_MAXIMUM_LENGTH = 1_000;

export const DEFAULT_PAGE = 1;
/** Rows of a page that says no `limit`. */
export const DEFAULT_LIMIT = 10;
/** Rows a page of a list has at most; the public list has fewer. */
export const MAXIMUM_LIMIT = 100;
/** Rows a page of the public list has at most. */
export const PUBLIC_MAXIMUM_LIMIT = 20;
/** How many pairs of an administrator's lists can be reached by page number; their totals are exact up to here. */
export const LIST_WINDOW = 10_000;

/** Of one teacher at a time. */
export const MAXIMUM_ACTIVE_REQUESTS = 5;
/** From posting or renewal until a request expires. */
export const REQUEST_LIFETIME_DAYS = 180;

/** How long a code that was sent to a phone is taken, and how often one may be tried. */
export const PHONE_CODE_MINUTES = 10;
export const PHONE_CODE_TRIES = 5;
/** Tries of all callers together, after which a code is dead. */
export const PHONE_CODE_TRIES_OF_ALL = 60;

/** How many alerts one teacher may send in 24 hours. */
export const ALERTS_A_DAY = 20;
/** Characters of an alert. */
export const ALERT_MAXIMUM_LENGTH = 500;
/** How many reports of other teachers one teacher may send in 24 hours. */
export const REPORTS_A_DAY = 10;
export const REPORT_MAXIMUM_LENGTH = 500;
/** Alerts on the dashboard. */
export const ALERTS_SHOWN = 5;

/** How long an administrator views the app as a teacher. */
export const IMPERSONATION_LIFETIME_MINUTES = 60;
export const IMPERSONATION_REASON_MAXIMUM_LENGTH = 200;

/** Screens that refresh themselves, and messages that go away. */
export const DASHBOARD_POLL = 30_000;
/** How long the browser takes the status of the payment for known. */
export const PAYMENT_STATUS_CACHE = 60_000;
export const DASHBOARD_REQUESTS_SHOWN = 3;
export const DASHBOARD_MATCHES_SHOWN = 2;
/** How long a screen says that an invitation was copied. */
export const INVITE_MESSAGE_SHOWN = 3_000;
/** How long a screen says that privacy settings were saved. */
export const PRIVACY_MESSAGE_SHOWN = 3_000;
/** From a payment that succeeded until its screen is left. */
export const PAYMENT_REDIRECT_DELAY = 2_000;
export const PAYMENT_SETTINGS_RELOAD_DELAY = 1_000;
export const ADMIN_PAGE_SIZE = 10;
export const ADMIN_SEARCH_DEBOUNCE = 500;
export const ADMIN_PAIR_SEARCH_DEBOUNCE = 400;

export const SESSION_LIFETIME_DAYS = 7;
/** How long the answer to a security check is taken. */
export const CAPTCHA_LIFETIME = 5 * 60_000;

/** The fee of access until an administrator sets another one. */
export const DEFAULT_PLATFORM_FEE_RUPEES = 10;

/** What the browser does and when. */
export const BROWSER_PAGE_SIZE = 10;
export const SEARCH_DEBOUNCE = 500;
/** From when a visitor comes until they are asked to register. */
export const SIGN_UP_POPUP_DELAY = 20_000;
/** Numbered buttons of a pager at most, and on a narrow screen. */
export const PAGE_BUTTONS = 5;
export const PAGE_BUTTONS_NARROW = 3;
/** Number of matches that a screen asks for and shows at first. */
export const MY_MATCHES_CAP = 10;
/** Criteria of a match that its card shows before "more". */
export const CRITERIA_SHOWN = 3;
/** The scores, in percent, from which the tag of a match has another colour. */
export const SCORE_BANDS = [90, 70, 50] as const;

/** The state whose teachers the product serves. */
export const STATE = 'Bihar';

export const MILLISECONDS_A_DAY = 86_400_000;
export const MILLISECONDS_AN_HOUR = 3_600_000;

/** The version of the notice about personal data that a registration agrees to: the day its words last changed. */
export const PRIVACY_NOTICE_VERSION = '2026-11-22';

/** What a hidden field arrives as. */
export const HIDDEN = 'Hidden';

/** The rings shown for a request are at most so many. */
export const RINGS_SHOWN = 10;

/** The product's own name, as it signs what it tells. */
export const PRODUCT_NAME = 'Mutual Transfer';
/** How long a device counts as one that signed in to an account before. */
export const DEVICE_LIFETIME_DAYS = 180;

/** A search has at most so many words: the whole name of a school has up to ten. */
export const SEARCH_MAXIMUM_WORDS = 12;

/** Characters of the reason that an administrator gives for a correction or a removal. */
export const ADMIN_REASON_MAXIMUM_LENGTH = 300;

/** Payment providers count in paise, screens and settings in rupees. */
export const PAISE_A_RUPEE = 100;

/** The code of the shared link that invites every teacher; those that seek one do not begin with 0. */
export const INVITATION_CODE = '0';

/** Counts of other teachers below this are not told: fewer than these could be singled out. */
export const FEWEST_TOLD = 5;
