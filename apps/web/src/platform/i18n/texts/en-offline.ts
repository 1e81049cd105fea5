/** The texts of what works without a connection, in English. */
export const texts = {
  offline: {
    title: 'No connection',
    text: 'This page cannot be opened without a connection. Please try again when there is one.',
    own: 'What you saw last can still be read:',
    shown: 'No connection. You see what was loaded on {time}.',
    now: 'No connection at the moment.',
    alert: 'Alert to {name}',
    answer: {
      yes: 'Your yes to a proposal',
      no: 'Your no to a proposal',
    },
    waits: 'Waiting to be sent. It goes out by itself as soon as there is a connection.',
    refused: 'It was not sent: {reason}',
    withdraw: 'Do not send',
    tooLate: 'It had already been sent, or taken back in another tab.',
    newVersion: 'A new version is ready.',
    load: 'Load it',
  },
};
