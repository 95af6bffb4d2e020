import type { Texts } from '../../catalogue.ts'

export default {
  'You are invited. What are you called?': 'Sie sind eingeladen. Wie heißen Sie?',
  'Your name': 'Ihr Name',
  Join: 'Beitreten',
  'This address already belongs to somebody here. If that is you, <link>sign in first</link> in another tab, then press Join again.':
    'Diese Adresse gehört hier schon jemandem. Wenn Sie das sind, <link>melden Sie sich zuerst</link> in einem anderen Tab an, und drücken Sie dann noch einmal „Beitreten“.',
  'If somebody here has this address, a link is on its way. It works once, for 15 minutes.':
    'Wenn hier jemand diese Adresse hat, ist ein Link unterwegs. Er gilt einmal, 15 Minuten lang.',
  'Your e-mail address': 'Ihre E-Mail-Adresse',
  'Send me a link': 'Link zusenden',
  'This sign-in was not begun in this browser, was used before, or took too long. Begin again.':
    'Diese Anmeldung wurde nicht in diesem Browser begonnen, schon verwendet oder hat zu lange gedauert. Beginnen Sie noch einmal.',
  'The identity provider did not confirm the sign-in. Begin again; if it stays so, ask the operator.':
    'Der Identitätsanbieter hat die Anmeldung nicht bestätigt. Beginnen Sie noch einmal; bleibt es dabei, fragen Sie den Betreiber.',
  'The identity provider did not ask you to sign in again. Use another way.':
    'Der Identitätsanbieter hat Sie nicht um eine erneute Anmeldung gebeten. Nehmen Sie einen anderen Weg.',
  'The identity provider names no e-mail address that there could be here. Ask the operator.':
    'Der Identitätsanbieter nennt keine E-Mail-Adresse, die es hier geben könnte. Fragen Sie den Betreiber.',
  'The identity provider does not say that your address is confirmed (the claim email_verified). Ask the operator.':
    'Der Identitätsanbieter sagt nicht, dass Ihre Adresse bestätigt ist (die Angabe email_verified). Fragen Sie den Betreiber.',
  'Nobody of that address belongs to the company here. Ask an admin for an invite.':
    'Zu dieser Adresse gehört hier niemand im Unternehmen. Bitten Sie einen Admin um eine Einladung.',
  'You were invited to several companies here. Say which one is yours:':
    'Sie wurden hier in mehrere Unternehmen eingeladen. Welches ist Ihres?',
  'The identity provider knows you by another address than the one that you are signed in with here.':
    'Der Identitätsanbieter kennt Sie unter einer anderen Adresse als der, mit der Sie hier angemeldet sind.',
  'You were signed out meanwhile, or have not signed in at the identity provider yet. Sign in there once.':
    'Sie wurden inzwischen abgemeldet oder haben sich beim Identitätsanbieter noch nicht angemeldet. Melden Sie sich dort einmal an.',
  'Too many sign-ins did not work. Wait some minutes, then try again.':
    'Zu viele Anmeldungen sind fehlgeschlagen. Warten Sie einige Minuten, und versuchen Sie es dann noch einmal.',
  'The identity provider cannot be reached. Try again in a moment.':
    'Der Identitätsanbieter ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  'Nobody was signed in. Begin again.': 'Niemand wurde angemeldet. Beginnen Sie noch einmal.',
  'Sign in · Flightdeck': 'Anmelden · Flightdeck',
  'Join on Flightdeck': 'Flightdeck beitreten',
  'Sign in to Flightdeck': 'Bei Flightdeck anmelden',
  'Signing you in …': 'Sie werden angemeldet …',
  'Go on as {name}': 'Als {name} fortfahren',
  'Use a passkey': 'Passkey verwenden',
  'Sign in to {slug}': 'Bei {slug} anmelden',
  'Continue with {name}': 'Weiter mit {name}',
  'No passkey yet? Whoever runs this service prints a one-time link with <code>./flightdeck login-link</code>, or invites you by one.':
    'Noch kein Passkey? Wer diesen Dienst betreibt, erstellt mit <code>./flightdeck login-link</code> einen einmaligen Link oder lädt Sie damit ein.',
} satisfies Texts
