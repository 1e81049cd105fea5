/** Numbers the specification fixes, in one place. Times are in milliseconds unless the name says otherwise. */

export const PASSWORD_MINIMUM_LENGTH = 6;
export const PASSWORD_MAXIMUM_LENGTH = 1_000;
/** Minimum length of an administrator's password. */
export const ADMINISTRATOR_PASSWORD_MINIMUM_LENGTH = 12;
export const NAME_MINIMUM_LENGTH = 2;
export const NAME_MAXIMUM_LENGTH = 80;
export const SCHOOL_NAME_MAXIMUM_LENGTH = 160;
export const TEACHER_ID_MAXIMUM_LENGTH = 30;
export const EMAIL_MAXIMUM_LENGTH = 254;
export const SEARCH_MAXIMUM_LENGTH = 100;
export const REASON_MAXIMUM_LENGTH = 500;
export const ADDITIONAL_INFO_MAXIMUM_LENGTH = 1_000;

export const DEFAULT_PAGE = 1;
/** Default number of rows per page. */
export const DEFAULT_LIMIT = 10;
/** Maximum number of rows per page; the public list has fewer. */
export const MAXIMUM_LIMIT = 100;
/** Maximum number of rows per page of the public list. */
export const PUBLIC_MAXIMUM_LIMIT = 20;
/** Number of pairs in administrators' lists that page numbers can reach. Totals are exact up to this number. */
export const PAIRS_WINDOW = 1_000;
/** Maximum number of rows of a list that is read whole, such as the pairs of a file. */
export const LIST_WINDOW = 10_000;

/** Maximum number of active requests per teacher. */
export const MAXIMUM_ACTIVE_REQUESTS = 5;
/** Days from posting or renewal until a request expires. */
export const REQUEST_LIFETIME_DAYS = 180;

/** Lifetime in minutes of a code that was sent to a phone, followed by the limits on attempts. */
export const PHONE_CODE_MINUTES = 10;
export const PHONE_CODE_TRIES = 5;
/** Seconds until the screen of a code offers another one: most SMS arrive within them. */
export const PHONE_CODE_AGAIN_SECONDS = 30;
/** Maximum number of attempts of all callers together, after which a code is void. */
export const PHONE_CODE_TRIES_OF_ALL = 60;

/** Minutes in which a sign-in is completed with a second factor, and its attempts. */
export const FACTOR_MINUTES = 5;
export const FACTOR_TRIES = 5;
export const RECOVERY_CODES = 10;

/** Maximum number of alerts that one teacher may send in 24 hours. */
export const ALERTS_A_DAY = 20;
/** Maximum length of an alert in characters. */
export const ALERT_MAXIMUM_LENGTH = 500;
/** Maximum number of reports that one teacher may send in 24 hours. */
export const REPORTS_A_DAY = 10;
export const REPORT_MAXIMUM_LENGTH = 500;
/** Maximum length in characters of a complaint about the site, and of the answer to a report or complaint. */
export const COMPLAINT_MAXIMUM_LENGTH = 2_000;
export const REPORT_ANSWER_MAXIMUM_LENGTH = 1_000;
/** Maximum number of complaints that one account may send in 24 hours. */
export const COMPLAINTS_A_DAY = 10;
/** Number of alerts on the dashboard. */
export const ALERTS_SHOWN = 5;
export const DASHBOARD_REQUESTS_SHOWN = 3;
export const DASHBOARD_MATCHES_SHOWN = 2;

/** Lifetime of an impersonation session, in minutes. */
export const IMPERSONATION_LIFETIME_MINUTES = 60;
export const IMPERSONATION_REASON_MAXIMUM_LENGTH = 200;

/** Polling interval of the dashboard, and of other screens that change by themselves. */
export const DASHBOARD_POLL = 30_000;
/** Fee in rupees until an administrator sets another one. */
export const DEFAULT_FEE = 10;
/** Time for which the browser caches the payment status. */
export const PAYMENT_STATUS_CACHE = 60_000;
/** Time for which a screen confirms that an invitation was copied. */
export const INVITE_MESSAGE_SHOWN = 3_000;
/** Time for which a screen confirms that privacy settings were saved. */
export const PRIVACY_MESSAGE_SHOWN = 3_000;
/** Delay between a successful payment and the redirect. */
export const PAYMENT_REDIRECT_DELAY = 2_000;
export const PAYMENT_SETTINGS_RELOAD_DELAY = 1_000;
export const ADMIN_PAGE_SIZE = 10;
/** Number of pairs of matches per page of an administrator’s list. */
export const PAIRS_A_PAGE = 5;
export const ADMIN_SEARCH_DEBOUNCE = 500;
export const ADMIN_PAIR_SEARCH_DEBOUNCE = 400;

export const SESSION_LIFETIME_DAYS = 7;
/** Lifetime of a security check. */
export const CAPTCHA_LIFETIME = 5 * 60_000;

/** Delay after the last key before a search is sent. */
export const SEARCH_DEBOUNCE = 500;
/** Delay before a visitor is asked to register. */
export const SIGN_UP_POPUP_DELAY = 20_000;
/** Maximum number of numbered buttons of a pager on wide screens, followed by that on narrow screens. */
export const PAGE_BUTTONS = 5;
export const PAGE_BUTTONS_NARROW = 3;
/** Number of matches that a screen requests and shows at first. */
export const MY_MATCHES_CAP = 10;
/** Number of criteria that a match card shows before "more". */
export const CRITERIA_SHOWN = 3;
/** Scores, in percent, at which the tag of a match changes colour. */
export const SCORE_BANDS = [90, 70, 50] as const;

/** State whose teachers the product serves. */
export const STATE = 'Bihar';

export const MILLISECONDS_A_DAY = 86_400_000;
export const MILLISECONDS_AN_HOUR = 3_600_000;

/** Version of the present privacy notice: the day its text last changed. Teachers accept each version once. */
export const PRIVACY_NOTICE_VERSION = '2026-11-28';

/** Value of a hidden field on the wire. */
export const HIDDEN = 'Hidden';

/** Maximum number of rings shown for a request. */
export const RINGS_SHOWN = 10;

/** Name of the product, as it signs its messages. */
export const PRODUCT_NAME = 'Mutual Transfer';
/** Days for which a device that signed in to an account is recognised. */
export const DEVICE_LIFETIME_DAYS = 180;

/** Maximum number of words in a search. The full name of a school has up to ten. */
export const SEARCH_MAXIMUM_WORDS = 12;

/** Maximum length in characters of an administrator's reason for a correction or a removal. */
export const ADMIN_REASON_MAXIMUM_LENGTH = 300;

/** Characters of the name of an office. */
export const OFFICE_MAXIMUM_LENGTH = 120;

/** Paise per rupee. Payment providers count in paise, screens and settings in rupees. */
export const PAISE_A_RUPEE = 100;

/** Code of the shared link that invites every teacher. Codes of links that seek one teacher do not begin with 0. */
export const INVITATION_CODE = '0';

/** Smallest count of other teachers that is published. A smaller count could identify individuals. */
export const SMALLEST_PUBLISHED_COUNT = 5;
