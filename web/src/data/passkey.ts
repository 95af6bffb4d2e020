import type { startAuthentication } from '@simplewebauthn/browser'
import { flightdeck } from './flightdeck.ts'

type Wanted = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Asks the browser for a passkey of this service, and answers what it says. */
export async function answerByPasskey() {
  const browser = await import('@simplewebauthn/browser')
  const { options } = await flightdeck.askForPasskey()
  return { ...(await browser.startAuthentication({ optionsJSON: options as unknown as Wanted })) }
}
