import { useEffect, useState } from 'react'
import { keepConsentRequest, resumeConsentRequest } from './data/consent-request.ts'
import { useReturn } from './data/client/reach.ts'
import { useSession } from './data/session/session.ts'
import { readStored, writeStored } from './data/client/stored.ts'
import { lazyPage } from './lazy-page.tsx'
import { takeFragment } from './pages/sign-in/fragment.ts'
import { SignIn } from './pages/sign-in/sign-in.tsx'
import { Answer } from './ui/answer.tsx'

const App = lazyPage(() => import('./app/app.tsx').then((module) => module.App))

/** Whoever was here before will probably be let in: what they will need is fetched while the service is asked. */
const place = 'flightdeck.was-here'
if (readStored(place) !== null) void App.preload()

/** Signing in needs little of the dashboard, and does not wait for the rest. */
export function Gate() {
  const session = useSession()
  useReturn()
  // Read once: it is taken out of the address, and with it out of the history.
  const [came, setCame] = useState(takeFragment)
  const isIn = Boolean(session.data)
  const isKnown = session.data !== undefined
  useEffect(() => {
    if (isIn) {
      writeStored(place, true)
      resumeConsentRequest()
    } else if (isKnown) keepConsentRequest()
  }, [isIn, isKnown])
  if (session.data === undefined) {
    return (
      <div className="mx-auto max-w-xl p-8">
        <Answer of={session} what="Flightdeck">
          {() => null}
        </Answer>
      </div>
    )
  }
  // A link is opened by whoever is signed in, too: to show again that it is them, or to join another company. So is the way back from a
  // provider that did not confirm them.
  if (!isIn || came.link || came.invite || came.problem) return <SignIn came={came} onIn={() => setCame({})} />
  return <App />
}
