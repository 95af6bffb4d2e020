import type { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { flightdeck } from '../client/flightdeck.ts'

type New = Parameters<typeof startRegistration>[0]['optionsJSON']
type Wanted = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Asks the browser for a passkey of this service, and answers what it says. */
export async function answerByPasskey() {
  const browser = await import('@simplewebauthn/browser')
  const { options } = await flightdeck.askForPasskey()
  return { ...(await browser.startAuthentication({ optionsJSON: options as unknown as Wanted })) }
}

/** Asks the browser to make a passkey for this service. */
export async function newPasskey() {
  const browser = await import('@simplewebauthn/browser')
  const { options } = await flightdeck.beginPasskey()
  return { ...(await browser.startRegistration({ optionsJSON: options as unknown as New })) }
}
