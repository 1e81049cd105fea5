/** English texts about consent for a season and a teacher's result. */
export const seasonMessages = {
  'season.consent':
    'I consent for the season “{season}”: if a place that I wish for comes, I take it; my group is announced to me, I can object within 24 hours, and if I say nothing I have agreed, and the members of my group see my name, my school and the contact of my request.',
  'result.moved': 'You have moved.',
  'result.agreed': 'All members of your group have agreed. The next steps are in your agreement.',
  'result.proposed': 'A group for you has been proposed. Its page says until when you can answer.',
  'result.you_declined': 'A group for you existed, and you declined it.',
  'result.you_were_silent': 'A group for you existed, and you did not answer in time.',
  'result.member_declined': 'A group for you existed, and one member declined.',
  'result.member_silent': 'A group for you existed, and one member did not answer in time.',
  'result.ended': 'A group for you existed, and then became impossible.',
  'result.other_agreement': 'A group for you existed, and one member agreed to another swap.',
  'result.no_ring': 'You took part, and there was no group in which you could move.',
  'result.not_included':
    'You have consented, but the plan could not include your request: it was held for another proposal, for example, or posted later.',
  'result.not_ready': 'You were not ready when the plan was made, so you were not planned.',
  'result.no_consent': 'You have not consented for this season, so you are not planned.',
  'result.no_request': 'You have no active request, so you are not planned.',
  'result.not_planned': 'No plan has been made yet.',
} as const;
