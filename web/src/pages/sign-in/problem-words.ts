import { t } from '../../languages/t.ts'

/** What is said of each code with which a provider's way back leads here. An address has codes alone: its words would be anybody's. */
const words: Record<string, string> = {
  'not-begun': t('This sign-in was not begun in this browser, was used before, or took too long. Begin again.'),
  'not-confirmed': t(
    'The identity provider did not confirm the sign-in. Begin again; if it stays so, ask the operator.',
  ),
  'not-anew': t('The identity provider did not ask you to sign in again. Use another way.'),
  'no-address': t('The identity provider names no e-mail address that there could be here. Ask the operator.'),
  'address-not-confirmed': t(
    'The identity provider does not say that your address is confirmed (the claim email_verified). Ask the operator.',
  ),
  'no-member': t('Nobody of that address belongs to the company here. Ask an admin for an invite.'),
  several: t('You were invited to several companies here. Say which one is yours:'),
  'somebody-else': t(
    'The identity provider knows you by another address than the one that you are signed in with here.',
  ),
  'signed-out': t(
    'You were signed out meanwhile, or have not signed in at the identity provider yet. Sign in there once.',
  ),
  'too-many': t('Too many sign-ins did not work. Wait some minutes, then try again.'),
  unavailable: t('The identity provider cannot be reached. Try again in a moment.'),
}

const usual = t('Nobody was signed in. Begin again.')

export function problemWords(code: string): string {
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? usual
}
