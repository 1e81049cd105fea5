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
  'share.browse': 'Look at the requests first',
} as const;
