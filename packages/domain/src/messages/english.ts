/**
 * Sentences the product says about input and outcomes, on the wire and in forms. `{…}` are filled in by `sentence`.
 * Texts of the specification stand here word for word.
 */
export const english = {
  'field.required': 'Please fill in this field.',
  'field.invalid': 'This value is not valid.',
  'field.unknown': 'This field is not known here.',
  'field.choice': 'Please choose one of the options.',
  'text.tooLong': 'Please write at most {maximum} characters.',
  'text.tooShort': 'Please write at least {minimum} characters.',
  'text.characters': 'This text contains characters that cannot be used.',
  'number.range': 'Please give a number from {minimum} to {maximum}.',
  'email.invalid': 'Please enter a valid email address',
  'email.taken': 'An account with this email already exists.',
  'phone.invalid': 'Please enter a 10-digit Indian mobile number that begins with 6, 7, 8 or 9.',
  'phone.taken': 'An account with this mobile number already exists.',
  'password.tooShort': 'Password must be at least 6 characters long',
  'password.common': 'This password is among the most common ones. Please choose another.',
  'password.personal': 'Please choose a password that is not your own email, mobile number or name.',
  'password.mismatch': 'Passwords do not match',
  'batch.withoutCategory': 'A recruitment batch goes with the category of school teachers only.',
  'district.unknown': 'There is no such district in Bihar.',
  'block.unknown': 'There is no such block in this district.',
  'password.wrong': 'This is not your current password.',
  'password.needed': 'Please enter your current password to change this.',
  'desired.same': 'You already work there. Please choose another place.',
  'classRange.subject': 'No school teaches this subject at this class level. Please choose another level.',
  'page.beyond': 'Only the first {maximum} requests can be paged through. Please narrow the filters.',

  'error.validation_failed': 'Please check the fields marked below.',
  'error.malformed': 'The request could not be read.',
  'error.captcha_failed': 'The answer to the security check is not right. Please try the new question.',
  'error.unauthenticated': 'Please log in to continue.',
  'error.credentials_wrong': 'Invalid email or password.',
  'error.payment_required': 'Please complete the payment to continue.',
  'error.forbidden': 'You are not allowed to do this.',
  'error.account_inactive': 'Your account is inactive. Please contact the administrator.',
  'error.not_found': 'This could not be found.',
  'error.email_taken': 'An account with this email already exists.',
  'error.phone_taken': 'An account with this mobile number already exists.',
  'error.request_duplicate': 'You already have an active request for this place, subject and class level.',
  'error.too_many_requests_active':
    'You already have {maximum} active requests. Please delete one before you post another.',
  'error.status_step': 'This step is not possible for this request any more.',
  'error.alert_unread': 'This teacher has not read your last alert yet.',
  'error.alert_limit': 'You can send {maximum} alerts a day. You can send the next one at {time}.',
  'error.not_a_match': 'You can send an alert to teachers you match with only.',
  'error.while_impersonating': 'This cannot be done while you view the app as another user.',
  'error.payment_not_needed': 'No payment is needed.',
  'error.payment_pending': 'Your payment is on its way. Please refresh the status in a moment.',
  'error.no_payment_provider': 'No payment provider is configured, so nobody can be asked to pay.',
  'error.payment_failed': 'Payment verification failed. Please contact support.',
  'error.plan_under_way': 'A plan is under way. Please wait for it, or cancel it first.',
  'error.plan_finished': 'This plan is finished: there is nothing left to cancel.',
  'error.conflict': 'This has changed in the meantime. Please reload and try again.',
  'error.payload_too_large': 'This is too large to be accepted.',
  'error.unsupported_media_type': 'Please send JSON.',
  'error.rate_limited': 'Too many tries. Please wait {seconds} seconds and try again.',
  'error.unavailable': 'The service is busy right now. Please try again in a moment.',
  'error.internal': 'Something went wrong on our side. Please try again.',

  'done.requestDeleted': 'Transfer request deleted successfully',
  'done.passwordChanged': 'The password has been changed.',
  'done.accountDeleted': 'Your account has been deleted.',
  'done.alertSent': 'Alert sent successfully',
  'done.alertRead': 'The alert has been marked as read.',
  'done.alertHidden': 'The alert has been hidden.',
  'done.alertShown': 'The alert is shown again.',
  'done.userActivated': 'The account is active again.',
  'done.userDeactivated': 'The account has been deactivated.',
  'done.settingsSaved': 'The payment settings have been saved.',
  'done.paid': 'Your payment has been received. Thank you.',

  'alert.perfectMatch': 'You have a new perfect match: somebody in {block}, {district} wants your place.',
  'alert.ring':
    'A ring of {length} teachers has closed through your request: each can move into the next one’s place, and you to {block}, {district}.',

  'captcha.sum': 'What is {first} + {second}?',
  'captcha.difference': 'What is {first} - {second}?',

  'criterion.subject': 'Same subject: {subject}',
  'criterion.classRange': 'Same class level: {classRange}',
  'criterion.postedDistrict': 'Posted in your desired district: {district}',
  'criterion.postedBlock': 'Posted in your desired block: {block}',
  'criterion.wantsDistrict': 'Wants your district: {district}',
  'criterion.wantsBlock': 'Wants your block: {block}',
  'criterion.categoryNotStated': 'Category not stated',
} as const;

export type MessageKey = keyof typeof english;

/** Every sentence of the product in one language. */
export type Messages = Readonly<Record<MessageKey, string>>;
