/** English texts about the end and progress of agreements, for notices and for the screens of agreements. */
export const agreementMessages = {
  'ended.member_inactive': 'The account of a member is no longer active.',
  'ended.member_moved': 'A member works in another place now.',
  'ended.request_changed': 'A member’s request has changed.',
  'ended.rules_changed': 'The rules no longer allow this group.',
  'ended.window_closed': 'The state’s window for mutual transfers closed before all could agree.',
  'ended.member_taken': 'A member is in another agreement.',
  'ended.member_out': 'The office took a member out.',
  'ended.refused': 'A member said no.',
  'ended.left': 'A member can no longer take part.',
  'ended.deadline': 'Not every member answered in time.',
  'ended.account_ended': 'The account of a member has ended.',
  'ended.request_ended': 'A member is no longer looking for this place.',
  'ended.other_agreement': 'A member has agreed to another swap.',
  'ended.round_stopped': 'The round of proposals was stopped.',
  'ended.office': 'An administrator ended it.',

  'step.submitted': 'the group was submitted on e-Shikshakosh',
  'step.otp': 'a member has confirmed with the one-time password',
  'step.ordered': 'a member has received the transfer order',
  'step.relieved': 'a member has been relieved by the present school',
  'step.joined': 'a member has joined the new school',
} as const;
