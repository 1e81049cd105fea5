import { agreementMessages } from './agreement-messages.ts';
import { auditMessages } from './audit-messages.ts';
import { csvMessages } from './csv-messages.ts';
import { reportMessages } from './report-messages.ts';

/** English texts about input, which forms download. Those fixed by the specification are word for word. */
export const inputMessages = {
  'field.required': 'Please fill in this field.',
  'field.invalid': 'This value is not valid.',
  'field.unknown': 'This field is not known here.',
  'day.required': 'Please enter a day.',
  'deadline.notLater': 'Please choose a time later than now and than the present deadline.',
  'deadline.tooLate': 'Please choose a day within ten years from today.',
  'field.choice': 'Please choose one of the options.',
  'text.phone': 'Please write this without a phone number.',
  'text.link': 'Please write this without a link or an email address.',
  'text.money': 'Please write this without a sum of money.',
  'text.school':
    'Please write the name of the school alone, without numbers to call, links or sums of money.',
  'phoneCode.wrong': 'This is not the code that was sent, or it is too old. Please ask for a new one.',
  'quietHours.same': 'Please choose two different hours.',
  'text.tooLong': 'Please write at most {maximum} characters.',
  'text.tooShort': 'Please write at least {minimum} characters.',
  'text.characters': 'This text contains characters that cannot be used.',
  'text.control': 'This text contains a line break or another control character. Please type it again.',
  'text.direction':
    'This text contains invisible marks that change the direction of writing. Please type it again.',
  'search.tooManyWords': 'Please search for at most {maximum} words.',
  'number.range': 'Please give a number from {minimum} to {maximum}.',
  'amount.invalid': 'Please give whole rupees from 0 to 1,00,000, in digits only.',
  'name.letters': 'Please write your name with at least two letters.',
  'name.digits': 'Please write your name without digits.',
  'name.reserved': 'This is a name of the product or of an office. Please write your own name.',
  'name.misleading':
    'Please write your own name in usual letters, without signs, addresses or letters that only look like others.',
  'email.invalid': 'Please enter a valid email address',
  'email.taken': 'An account with this email already exists.',
  'leak.noAccount': 'There is no account with this id, email address or phone number.',
  'leak.noRecipients': 'No account was found.',
  'complaint.contact': 'Please enter an email address or a 10-digit mobile number, so that we can answer.',
  'phone.invalid': 'Please enter a 10-digit Indian mobile number that begins with 6, 7, 8 or 9.',
  'phone.taken': 'An account with this mobile number already exists.',
  'password.tooShort': 'Password must be at least 6 characters long',
  'password.tooShortAdministrator': 'Administrators need at least 12 characters',
  'operator.founder': 'This is not a site of the government.',
  'operator.department': 'This is a site of {name}.',
  'password.same': 'Please choose another password than the present one.',
  'password.common': 'This password is among the most common ones. Please choose another.',
  'password.personal': 'Please choose a password that is not your own email, mobile number or name.',
  'password.context':
    'This password is easy to guess for a teacher in Bihar. Please choose one without such words and a number behind them.',
  'password.mismatch': 'Passwords do not match',
  'batch.withoutCategory': 'A recruitment batch goes with the category of school teachers only.',
  'district.unknown': 'There is no such district in Bihar.',
  'block.unknown': 'There is no such block in this district.',
  'password.wrong': 'This is not your current password.',
  'password.needed': 'Please enter your current password to change this.',
  'desired.same': 'You already work there. Please choose another place.',
  'place.repeated': 'You already named this place above. Choose another or remove it.',
  'classRange.subject': 'No school teaches this subject at this class level. Please choose another level.',
  'rule.window': 'The window closes on the day it opens at the earliest.',
  'season.order': 'This date comes too early: it must not be before the one that precedes it.',
  'season.objection': 'Members need at least 24 hours to object.',
  'season.tooLong': 'Answers can take 14 days at most.',
  'season.past': 'A date that has passed stays as it was, and no other date can be moved into the past.',
  'season.wouldBeOver': 'A new season cannot be over already. Please choose dates that are still to come.',
  'season.tooFar': 'The dates of a season lie within twenty years from now.',
  'season.begun': 'This cannot change once the season is open.',
  'announcement.past': 'This time has passed. Leave the field empty to publish the announcement at once.',
  'announcement.order': 'The banner must end after the announcement is published.',
  'announcement.tooLate': 'Please choose a time within a year from today.',
  'joinedOn.future': 'This day has not come yet.',
  'rule.past': 'A rule can begin today at the earliest. What was done by earlier rules stays right.',
  'group.size': 'A group has from 2 to {maximum} teachers.',
  'teacher.unknown': 'No teacher has this phone number or email address.',
  'verification.codeNeeded':
    'An office set this number, so only a code that is sent to it verifies the teacher.',
  'field.alias': 'This differs from the same field under its other name.',
} as const;

/** English texts of messages that leave the product: mails and SMS. */
export const noticeMessages = {
  'notice.message': 'A teacher wrote to you: “{message}”',
  'notice.messageWaits': 'A teacher has written to you.',
  'mail.greeting': 'Namaste,',
  'mail.open': 'Open',
  'mail.why':
    'You get this mail because you have an account with us. In your account you choose what is sent, when, and by which channel.',
  'mail.noPromise': 'We cannot promise a transfer, and a caller who asks for money is not from us.',
  'mail.whyFormer': 'You get this mail because this address belongs, or belonged, to an account with us.',
  'mail.stop': 'Stop these mails',
  'mail.subjectOfSeveral': '{count} news about your transfer',
  'mail.subject.matches': 'A new chance for your transfer',
  'mail.subject.messages': 'A teacher wrote to you',
  'mail.subject.agreements': 'Your swap: something has happened',
  'mail.subject.rounds': 'Would you take the place if it came?',
  'mail.subject.requests': 'Your transfer request',
  'mail.subject.account': 'Your account',
  'mail.resetSubject': 'A new password',
  'mail.resetText': 'You asked for a new password. The link below can be used once, for {minutes} minutes.',
  'mail.resetOpen': 'Choose a new password',
  'mail.resetNotYou': 'If you did not ask for it, you need not do anything: your password stays as it is.',
  'mail.confirmSubject': 'Confirm your email address',
  'mail.confirmText':
    'An account for mutual transfers has this email address. Confirm it, and we mail you what happens with your transfer. The link works for seven days.',
  'mail.confirmOpen': 'Confirm the address',
  'mail.confirmNotYou':
    'If the account is not yours, you need not do anything: we mail you nothing about it.',
  'notice.product': 'Mutual Transfer',
  'sms.code': '{code} is your code for Mutual Transfer. Do not tell it to others.',
  'sms.asked': 'Mutual Transfer: you are asked to agree to a transfer. Answer: {link}',
  'sms.announced':
    'Mutual Transfer: you are planned into a group. Object in time, or you have agreed: {link}',
  'sms.agreed': 'Mutual Transfer: your group has agreed. See what to do next: {link}',
  'sms.ordered': 'Mutual Transfer: the order of your transfer is out. See it: {link}',
  'sms.leak': 'Mutual Transfer: your personal data became known to others. What it means for you: {link}',
  'sms.account':
    'Mutual Transfer: the name, contact or password of your account was changed. If it was not you: {link}',
} as const;

/** English texts about consent for a season and a teacher's result. */
export const seasonMessages = {
  'season.consent':
    'I consent for the season “{season}”: if a place that I wish for comes, I take it; my group is announced to me, I can object within 24 hours, and if I say nothing I have agreed, provided that my phone number is proven or I am verified (otherwise I must answer yes), and the members of my group see my name, my school and the contact of my request.',
  'result.moved': 'You have moved.',
  'result.agreed': 'All members of your group have agreed. The next steps are in your agreement.',
  'result.proposed': 'A group for you has been proposed. Its page says until when you can answer.',
  'result.you_declined': 'A group for you existed, and you declined it.',
  'result.you_were_silent': 'A group for you existed, and you did not answer in time.',
  'result.member_declined': 'A group for you existed, and one member declined.',
  'result.member_silent': 'A group for you existed, and one member did not answer in time.',
  'result.taken_out': 'Your office has taken you out of this season. Reason: {reason}',
  'result.ended': 'A group for you existed, and then became impossible.',
  'result.other_agreement': 'A group for you existed, and one member agreed to another swap.',
  'result.no_ring': 'You took part, and there was no group in which you could move.',
  'result.not_included':
    'You have consented, but the plan could not include your request: it was held for another proposal, for example, or posted later.',
  'result.not_ready':
    'You had not said yes for this season when the plan was made. Say yes at your request for the next one.',
  'result.no_consent': 'You have not consented for this season, so you are not planned.',
  'result.no_request': 'You have no active request, so you are not planned.',
  'result.not_planned': 'No plan has been made yet.',
} as const;

/** English texts of shared links and their pictures. No value in them is user input. */
export const shareMessages = {
  'share.invitation.title': 'Mutual transfers for Bihar’s teachers',
  'share.invitation.one': 'Find a teacher to swap places with,',
  'share.invitation.two': 'or a ring of teachers who all move.',
  'share.missing.title': 'One teacher is missing',
  'share.missing.from': 'Posted in {place}',
  'share.missing.to': 'Wants to go to {place}',
  'share.missing.ring': 'With this teacher, all {length} of a ring would move.',
  'share.missing.pair': 'With this teacher two would swap places.',
  'share.product': 'Mutual Transfer · Bihar',
  'share.register': 'Create an account',
} as const;

/**
 * English texts about input and outcomes, on the wire and in forms. `translator` fills in `{…}`. Those fixed by the
 * specification are word for word.
 */
export const messages = {
  ...inputMessages,
  ...agreementMessages,
  ...auditMessages,
  ...csvMessages,
  ...noticeMessages,
  ...reportMessages,
  ...seasonMessages,
  ...shareMessages,

  'error.validation_failed': 'Please check the marked fields.',
  'error.malformed': 'The request could not be read.',
  'error.captcha_failed': 'The answer to the security check is not right. Please try the new question.',
  'error.text_needs_review':
    'Phone numbers, links and sums of money are kept out of texts, against fraud. Please change the text, or send it to the administrator, who may release it.',
  'error.proof_needed':
    'There were many tries from here. Your device has to do a short calculation first. Please try again.',
  'error.unauthenticated': 'Please log in to continue.',
  'error.credentials_wrong': 'Invalid email, phone number or password.',
  'error.factor_expired': 'The sign-in took too long. Please enter your password again.',
  'factor.wrong':
    'This code is not right. Please enter the six digits that your app shows now, or a recovery code.',
  'factor.passwordFirst': 'Please enter your password again first.',
  'factor.demanded': 'Administrators of the state need the second step.',
  'factor.own': 'Change your own password and second step under Settings.',
  'error.payment_required': 'Please complete the payment to continue.',
  'error.forbidden': 'You are not allowed to do this.',
  'error.second_factor_needed': 'Please enter the code of your authenticator app.',
  'error.password_change_needed': 'Another person made your password. Please choose your own first.',
  'error.factor_needed': 'An administrator of the state signs in with a second step. Please set it up first.',
  'forbidden.otherOffice':
    'Another office records this: an order the office of the district that all members leave, or the state; a relieving the district that is left, or the state; a joining the district of the new school, or the state.',
  'forbidden.elsewhere':
    'This concerns another district than yours. The office of that district, or of the state, can see and change it.',
  'forbidden.untold':
    'This teacher has proven no phone number or mailbox that would be told. Please ask an administrator of the whole state.',
  'forbidden.state': 'This is for administrators of the whole state.',
  'error.account_inactive': 'Your account is inactive. Please contact the administrator.',
  'error.not_found': 'This could not be found.',
  'error.email_taken': 'An account with this email already exists.',
  'error.phone_taken': 'An account with this mobile number already exists.',
  'error.request_duplicate': 'You already have an active request for this place, subject and class level.',
  'error.too_many_requests_active':
    'You already have {maximum} active requests. Please delete one before you post another.',
  'error.status_step': 'This is not possible for this request now.',
  'error.alert_unread': 'This teacher has not read your last alert yet.',
  'error.alert_limit': 'You can send {maximum} alerts a day. You can send the next one at {time}.',
  'error.not_a_match': 'You can send an alert to teachers you match with only.',
  'error.while_impersonating':
    'Nothing can be changed while you view the app as another user. Please return to the Admin Panel first.',
  'error.price_changed': 'The fee has changed: it is ₹{amount} now. Please look at it before you pay.',
  'error.payment_not_needed': 'No payment is needed.',
  'error.not_refundable': 'This payment was not received, so it cannot be refunded.',
  'error.refund_in_agreement':
    'This teacher is in an agreement, which needs access. It can be refunded once the agreement has ended.',
  'error.payment_pending': 'Your payment is on its way. Please refresh the status in a moment.',
  'error.no_sms_provider': 'Codes cannot be sent to phones here. Please write to the administrator.',
  'error.no_payment_provider': 'No payment provider is configured, so no teacher can be asked to pay.',
  'error.payment_failed': 'Payment verification failed. Please contact support.',
  'error.plan_under_way': 'A plan is under way. Please wait for it, or cancel it first.',
  'error.last_administrator': 'The last administrator cannot be removed. Make another one first.',
  'error.plan_finished': 'This plan is finished: there is nothing left to cancel.',
  'error.not_a_ring': 'These requests do not form a ring: each teacher must want the next one’s place.',
  'error.request_taken':
    'One of these requests is no longer free: it is in another agreement, withdrawn, or its teacher has moved.',
  'error.request_in_agreement': 'This request is in an agreement. Leave the agreement first.',
  'error.request_is_record':
    'An agreement completed this request. It stays as a record of your swap; you can hide it from your list.',
  'error.rules_changed': 'These teachers can no longer swap as one group by the present rules.',
  'error.window_closed':
    'The state’s window for mutual transfers is closed. Until it opens no group can be agreed or formed; your matches and rings stay visible.',
  'error.service_not_stated':
    'The rules ask how long you have worked at your present school. State in your account when you joined it, then try again.',
  'error.proposal_exists': 'A proposal with exactly these requests is open already.',
  'error.agreement_over': 'This proposal or agreement is over.',
  'error.agreement_step': 'This step is not possible in this agreement now.',
  'error.order_exists':
    'This agreement has an order with that number, with another date or for other members.',
  'error.round_under_way': 'A round is under way. Please wait for its end, or stop it first.',
  'error.round_over': 'This round is over.',
  'error.season_begun': 'This season has opened: it can be changed, but not withdrawn.',
  'error.season_overlap':
    'Another season is open at one of these times. Only one can be open: please choose other dates, or change those of the other season first.',
  'error.list_open':
    'The list of this season is still open: teachers can consent until it closes. A round can start after that.',
  'error.consent_closed': 'Consent for this season cannot be given or taken back now.',
  'error.no_season': 'There is no season that is open or planned. Please make one first.',
  'error.out_of_season':
    'Your office has taken you out of this season, so you cannot agree to a swap in it. The reason is in your notices; please ask the office.',
  'error.objection_answered': 'This objection has been answered already.',
  'error.group_ended': 'The office ended this group. It cannot be proposed again in this season.',
  'error.phone_not_proven': 'Please prove your phone number in your account first, then try again.',
  'error.report_open': 'You have reported this teacher already. The administrator will look into it.',
  'error.report_decided': 'This report has been decided already.',
  'error.report_limit': 'You can send {maximum} reports a day. Please try again tomorrow.',
  'error.proposal_limit':
    'You can have {maximum} open proposals, and send the same teacher {daily} new ones a day. Please wait for answers.',
  'error.message_limit': 'You can write {maximum} messages a day in one agreement.',
  'error.conflict': 'This has changed in the meantime. Please reload and try again.',
  'error.idempotency_key_reused': 'This key was already used for another call. Please use a new one.',
  'error.in_progress': 'The same call is still being worked on. Please try again in a moment.',
  'error.changed_meanwhile': 'This was changed in the meantime. Please look at what it says now.',
  'error.payload_too_large': 'This is too large to be accepted.',
  'error.unsupported_media_type': 'Please send JSON.',
  'correction.empty': 'Please give at least one field to correct.',
  'upload.csvNeeded': 'Please send a CSV file, with the content type text/csv.',
  'error.visitor_limit':
    'Very many requests were read from here today. Sign in to read on, or come again in {hours} hours.',
  'error.posting_limit': 'You can post or change requests {maximum} times a day. Please wait {wait}.',
  'error.rate_limited': 'Too many tries. Please wait {wait} and try again.',
  'error.unavailable': 'The service is busy right now. Please try again in a moment.',
  'error.internal': 'Something went wrong on our side. Please try again.',

  'done.requestDeleted': 'Transfer request deleted successfully',
  'done.passwordChanged': 'The password has been changed.',
  'done.accountDeleted': 'Your account has been deleted.',
  'done.noticeRetried': 'The notice will be sent again.',
  'done.passwordLinkSent':
    'If an account has this address, a link is on its way to it. It can be used for 30 minutes.',
  'done.deviceAdded': 'Notices now come to this device.',
  'done.deviceRemoved': 'No more notices come to this device.',
  'done.channelStopped':
    'We mail you no more news. Only this mailbox can start them again: by a link that your account sends to it.',
  'done.emailLinkSent': 'A link is on its way to your email address. It works for seven days.',
  'done.emailConfirmed': 'Your email address is confirmed. We mail you what happens with your transfer.',
  'done.requestRenewed': 'Your request stays on the list.',
  'done.alertSent': 'Alert sent successfully',
  'done.blocked':
    'The teacher is blocked. You are not shown to each other any more, and neither can write or propose to the other.',
  'done.reported': 'Thank you. The administrator will look into it and tell you what became of it.',
  'done.unblocked': 'The teacher is no longer blocked.',
  'done.invited': 'The invitation has been sent.',
  'done.alertRead': 'The alert has been marked as read.',
  'done.alertHidden': 'The alert has been hidden.',
  'done.alertShown': 'The alert is shown again.',
  'done.administratorErased': 'The administrator has been removed.',
  'done.factorOff': 'The second step of sign-in is off.',
  'done.textHeld': 'Your text has been sent to the administrator. Others can read it once it is released.',
  'done.textReleased': 'The text has been released.',
  'done.textRefused': 'The text has been removed, and its writer is told why.',
  'done.passwordCodeSent':
    'If an account has confirmed this number, a code of eight digits is on its way to it. It can be used once, for 30 minutes.',
  'done.phoneCodeSent':
    'A code of six digits is on its way to this number. It can be used for ten minutes. If it does not come within two minutes, ask for a new one.',
  'done.messageRemoved': 'The message has been removed.',
  'done.settingsSaved': 'The payment settings have been saved.',
  'done.paid': 'Your payment has been received. Thank you.',

  'alert.perfectMatch': 'You have a new perfect match: a teacher in {block}, {district} wants your place.',
  'alert.requestRemoved': 'The administrator has removed a transfer request of yours. Reason: {reason}',
  'alert.requestTextRefused':
    'The administrator has refused the new text of your transfer request. It is listed with its former text again. Reason: {reason}',
  'alert.requestReleased':
    'The administrator has released the text of your transfer request. It is listed and matched now.',
  'alert.messageRemoved': 'The administrator has removed a message of yours. Reason: {reason}',
  'alert.phoneClaimed':
    'Your phone number now belongs to another account, whose owner received our code on it. If this number is yours, enter it in your profile again and confirm it with a code. Until then teachers cannot call you.',
  'alert.complaintUpheld':
    'Your complaint {number} was looked into, and the administrator has acted on it: {words}',
  'alert.complaintDismissed':
    'Your complaint {number} was looked into. The administrator found nothing to act on: {words}',
  'alert.reportUpheld': 'Your report was looked into, and the administrator has acted on it: {words}',
  'alert.reportDismissed': 'Your report was looked into. The administrator found nothing to act on: {words}',
  'alert.reportedUpheld':
    'A teacher has reported you ({reason}). The administrator looked into it and found it right: {words}',
  'alert.reportedDismissed':
    'A teacher has reported you ({reason}). The administrator looked into it and found nothing wrong: {words}',
  'alert.ring':
    'A ring of {length} is complete: you can move to {block}, {district}, and each of the others to the place of the next.',

  'alert.invitation':
    'A teacher in {block}, {district} can swap with you and would like you to post a request: then they can propose it.',
  'alert.proposal':
    'You are asked to swap in a group of {length}: you would move to {block}, {district}. Please answer yes or no.',
  'alert.proposalPair':
    'A teacher proposes to swap with you: you would move to {block}, {district}. Please answer yes or no.',
  'alert.announced':
    'You are planned into a group of {length}: you move to {block}, {district}, as you consented. If you do not want it, you have at least 24 hours to object; without an objection all have agreed.',
  'alert.announcedPair':
    'You are planned to swap with one teacher: you move to {block}, {district}, as you consented. If you do not want it, you have at least 24 hours to object; without an objection you have both agreed.',
  'alert.consentAsked':
    'The season “{season}” is open. If you would take a place that you wish for, give your consent before the list closes: only those who consent are planned.',
  'alert.proposalYes': 'A member has said yes to your proposal: you would move to {block}, {district}.',
  'alert.agreed':
    'All {length} members have agreed: you move to {block}, {district}. The page of the agreement has all names and the contacts they chose.',
  'alert.agreedPair':
    'You have both agreed: you move to {block}, {district}. The page of the agreement has the other’s name and the contact they chose.',
  'alert.moved':
    'Congratulations: you have moved to {block}, {district}. Your posting is changed; please add the name of your new school.',
  'alert.readinessRound':
    'A round of swap proposals has begun. If you would take the place you asked for, say so at your request: only teachers who are ready are proposed to.',
  'alert.readinessEnding':
    'You said that you will take the place if it comes. That ends within {days} days: one tap at your request renews it.',
  'alert.agreementEnded':
    '{reason} The swap to {block}, {district} will not take place. See what is possible instead.',
  'alert.office.deadline':
    'An administrator extended the deadline of your swap to {block}, {district}. Reason: {reason}',
  'alert.objectionRefused':
    'Your office has refused your objection to a group of the season; your no to the group stands. Reply: {text}',
  'alert.takenOut':
    'Your office has taken you out of the season “{season}”: your proposals and agreements have ended, and no plan includes you. Reason: {reason}',
  'alert.office.ended': 'An administrator ended your swap to {block}, {district}. Reason: {reason}',
  'alert.office.ordered':
    'The transfer order for your swap to {block}, {district} was recorded. Note of the office: {reason}',
  'alert.office.undone':
    'An administrator took back a recorded step of your swap to {block}, {district}. Reason: {reason}',
  'alert.office.relieved':
    'A relieving in your swap to {block}, {district} was recorded. Note of the office: {reason}',
  'alert.office.joined':
    'A joining in your swap to {block}, {district} was recorded. Note of the office: {reason}',
  'alert.agreementStep': 'In your agreement for {block}, {district}: {step}.',
  'alert.deadlineTomorrow': 'A proposal for {block}, {district} waits for your answer: it ends within a day.',
  'alert.deadlineInAnHour':
    'A proposal for {block}, {district} waits for your answer: it ends within an hour.',
  'alert.requestExpiring':
    'Your request for {place} leaves the list in {days} days. Are you still looking? One tap renews it for 180 days.',
  'alert.accountUnused':
    'You have not signed in for two years. Do you still need your account? Sign in before {day} to keep it; otherwise it is deleted with all that belongs to it.',
  'alert.contactSeenOften':
    '{viewers} teachers saw your phone number or email in the last 24 hours. You can see who, and hide them.',
  'alert.passwordResetByCode':
    'Your password was chosen anew by a code to your phone, and every device was signed out. If that was not you, write to the administrator now.',
  'alert.passwordResetByLink':
    'Your password was chosen anew by a link in an e-mail, and every device was signed out. If that was not you, write to the administrator now.',
  'alert.passwordChanged.owner':
    'The password of your account was changed, and every other device was signed out. If that was not you, ask for a new password, or write to the administrator now.',
  'alert.passwordChanged.office':
    'An office chose a new password for your account, and every device was signed out. If you did not ask for it, write to the administrator now.',
  'alert.factorRemoved.owner':
    'The second step of your sign-in was switched off. If that was not you, change your password and set it up again now.',
  'alert.factorRemoved.office':
    'Another administrator removed the second step of your sign-in, and every device was signed out. If you did not ask for it, tell an administrator of the state now.',
  'alert.changed.owner':
    '{field} of your account was changed. If that was not you, write to the administrator now.',
  'alert.changed.office':
    '{field} of your account was corrected by an office. If it is wrong, write to the administrator now.',
  'alert.changed.email': 'The email address',
  'alert.changed.phone': 'The phone number',
  'alert.changed.name': 'The name',
  'alert.paymentRefunded':
    'Your payment of ₹{amount} was paid back. It reaches your account within a few working days.',
  'alert.agreementMessage': 'There is a new message in your agreement for {block}, {district}.',

  'columns.group':
    'Number,Name,Phone,Email,School,District,Block,Moves to district,Moves to block,Takes the place of,Subject,Class level,Category,Batch,Group',
  'columns.level': 'Class {from} to {to}',
  'columns.rings':
    'Ring,Position,Length,Name,Phone,Email,School,From district,From block,Moves to district,Moves to block,Subject,Class level,Category',

  'file.application': 'joint-application-{group}.pdf',
  'file.group': 'group-{group}.csv',
  'file.deadlines': 'deadlines-{group}.ics',
  'file.account': 'my-account.json',
  'file.users': 'teachers.csv',
  'file.payments': 'payments.csv',
  'file.order': 'order-{number}.pdf',
  'file.orderPreview': 'preview.pdf',
  'file.agreements': 'agreements.csv',
  'file.objections': 'objections.csv',
  'file.consents': 'consents.csv',
  'file.audit': 'audit-log.csv',
  'file.growth': 'figures.csv',
  'file.reports': 'reports.csv',
  'file.held-texts': 'held-texts.csv',
  'file.undelivered': 'undelivered-notices.csv',
  'file.contact-patterns': 'contacts.csv',
  'file.papers': 'joint-applications.zip',
  'file.rings': 'mutual-transfer-rings-{date}.csv',

  'paper.title': 'Joint application for mutual transfer',
  'paper.to': 'To: The Director, Primary and Secondary Education, Government of Bihar',
  'paper.date': 'Date: {date}',
  'paper.group': 'Group {group}: {count} teachers',
  'paper.request':
    'We, the {count} teachers named below, ask to be transferred mutually: each of us takes the place of the teacher named in the last column.',
  'paper.number': 'No.',
  'paper.teacher': 'Teacher and school',
  'paper.posting': 'Block, district',
  'paper.subject': 'Subject, classes',
  'paper.category': 'Category',
  'paper.takes': 'Takes the place of',
  'paper.teacherId': 'Teacher ID: {id}',
  'paper.joinedOn': 'At this school since {date}',
  'paper.declarations': 'Declaration',
  'paper.declaration.true': 'All details above are true.',
  'paper.declaration.free': 'Each of us agrees of our own free will.',
  'paper.declaration.only': 'Each of us has consented to this mutual transfer only.',
  'paper.declaration.noMoney': 'No money has been paid or taken for it.',
  'paper.declaration.allOrNone': 'We know that one refusal cancels the transfer of the whole group.',
  'paper.declaration.seniority':
    'We accept what the rules say about service and seniority after the transfer.',
  'paper.forwarding':
    'Forwarded by the heads of the schools: the teacher works at this school and the details are right according to its records.',
  'paper.school': 'School',
  'paper.headOfSchool': 'Countersignature and seal of the head',
  'paper.office': 'For the office',
  'paper.officeFinding': 'Finding',
  'paper.officeWho': 'Name and designation',
  'paper.officeSeal': 'Signature and seal',
  'paper.office.service': 'Service verified with the service book',
  'paper.office.proceedings': 'No departmental proceedings pending',
  'paper.office.dues': 'No dues outstanding',
  'paper.office.opinion': 'Opinion of the Block Education Officer',
  'paper.office.recommendation': 'Recommendation of the district establishment committee',
  'paper.name': 'Name',
  'paper.signature': 'Signature',
  'paper.day': 'Date',
  'paper.operator.founder': 'This paper was filled in on a site that is not of the government.',
  'paper.operator.department': 'This paper was filled in on the site of {name}.',
  'paper.noPromise': 'This portal cannot promise a transfer, and no one on it may ask for money for one.',
  'paper.noPromiseFee':
    'This portal cannot promise a transfer, and no one on it may ask for money for one, apart from the fee of this site.',
  'paper.toDistrict': 'To: The District Education Officer, {district}',
  'orderPaper.title': 'Order',
  'orderPaper.number': 'Order number: {number}',
  'orderPaper.memo': 'Memo number: {memo}',
  'orderPaper.subject': 'Subject: Mutual transfer of teachers',
  'orderPaper.text':
    'The teachers named below are transferred mutually at their own request. Each is posted to the school in the column “To school”.',
  'orderPaper.teacher': 'Teacher',
  'orderPaper.designation': 'Designation, subject',
  'orderPaper.from': 'From school',
  'orderPaper.to': 'To school',
  'orderPaper.code': 'Group and code',
  'orderPaper.join':
    'Each teacher is relieved, joins at the new school, and sends the joining report to this office.',
  'orderPaper.copyTo': 'Copy to:',
  'orderPaper.check': 'The code beside each group opens a page that says whether the order is valid.',
  'orderPaper.preview': 'Preview. This order has not been issued.',
  'orderPaper.schoolUnknown':
    'The school that {name} leaves is not known any more: write it into the order by hand.',
  'order.notScrutinised': 'A member of group {group} has not passed the scrutiny.',
  'order.ofState': 'The state orders groups that cross districts: {groups}. Please choose without them.',
  'order.allNamed':
    'In group {group} no member is left whom you order and whom no other order names, or the group has ended.',
  'paper.order':
    'Order {number} of {date}. Code {code}. The page /order of this website says whether it is valid.',
  'paper.calendar': 'Mutual transfer',
  'paper.due.answer': 'Answer the swap proposal until now',
  'paper.due.submission': 'Submit the group on e-Shikshakosh',
  'paper.due.order': 'The transfer order is due',
  'paper.due.joining': 'Join the new school by today',

  'page.wait':
    'Many people are using this website right now. This page opens by itself in {seconds} seconds.',
  'page.tooOld': 'This browser is too old. Please update it or use another one.',

  'captcha.sum': 'What is {first} + {second}?',
  'captcha.difference': 'What is {first} - {second}?',

  'criterion.subject': 'Same subject: {subject}',
  'criterion.classRange': 'Same class level: {classRange}',
  'criterion.postedDistrict': 'Posted in your desired district: {district}',
  'criterion.postedBlock': 'Posted in your desired block: {block}',
  'criterion.wantsDistrict': 'Wants your district: {district}',
  'criterion.wantsBlock': 'Wants your block: {block}',
  'criterion.categoryNotStated': 'Category not stated',

  'papers.tooMany': 'More than {maximum} papers. Please narrow the filters.',
  'office.orderRecorded': 'Order {number} of {date}.',
  'office.farDay': 'This day is more than a year from today. Please check the date.',
  'office.futureDay': 'This day is in the future. A relieving or joining is recorded after it has happened.',
  'office.no_order': 'No order is recorded for this member.',
  'office.before_order': 'The day is before the order.',
  'office.not_relieved': 'The season has relieving as a step, and none is recorded for this member.',
  'office.before_agreement': 'The day is before the agreement.',
  'office.relievedLater':
    'A teacher is relieved before joining. Please compare this day with that of the joining.',
  'office.movedSince': '{name} has been posted elsewhere since, so this joining cannot be taken back.',
  'office.agreedSince': '{name} has agreed to another swap since, so this joining cannot be taken back.',
  'office.completedLongAgo':
    'This agreement was completed more than {count} days ago, so it cannot be taken back.',
  'office.otherStep': 'This is not the last step any more: it was taken back, or another one was recorded.',
  'office.joiningRecorded': 'From the list of joining reports.',

  'csv.empty': 'The file has no rows below its head.',
  'csv.unreadable': 'The file cannot be read as CSV. Please save it as “CSV UTF-8”.',
  'csv.otherKind':
    'The file is not CSV, but of another kind, such as XLSX, PDF or a web page. Please open it in a spreadsheet and save it as “CSV UTF-8”.',
  'csv.tooLong': 'The file has more than {maximum} rows. Please send it in parts.',
  'csv.cellTooLong': 'Line {line} has a cell of more than {maximum} characters. Please shorten it.',
  'csv.cellMarks': 'Line {line} has a cell with too many accents or vowel signs in a row. Please correct it.',
  'csv.column': 'The file has no column “{column}”. Its headings are: {headings}.',
  'csv.noHeadings': 'The file has no column “{column}”. One of its first lines must name the columns.',
  'csv.nothingUsable': 'No row of the file can be used. Its headings are: {headings}.',
  'csv.columnTwice': 'The file has the column “{column}” twice.',
} as const;
