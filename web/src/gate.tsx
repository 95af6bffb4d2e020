import { lazy, Suspense, useEffect } from 'react'
import { useSession } from './data/session.ts'
import { SignIn } from './pages/sign-in/sign-in.tsx'
import { Loading } from './ui/page.tsx'
import { Problem } from './ui/problem.tsx'

const openApp = () => import('./app/app.tsx').then(({ App }) => ({ default: App }))
const App = lazy(openApp)

/** Whoever was here before will probably be let in: what they will need is fetched while the service is asked. */
const place = 'flightdeck.was-here'
if (wasHere()) void openApp()

/** Signing in needs little of the dashboard, and does not wait for the rest. */
export function Gate() {
  const session = useSession()
  const isIn = Boolean(session.data)
  useEffect(() => {
    if (isIn) rememberThem()
  }, [isIn])
  if (session.isPending) return <Loading what="Flightdeck" />
  if (session.isError && session.data === undefined) {
    return (
      <div className="mx-auto max-w-xl p-8">
        <Problem error={session.error} again={() => void session.refetch()} />
      </div>
    )
  }
  if (!isIn) return <SignIn />
  return (
    <Suspense fallback={<Loading what="Flightdeck" />}>
      <App />
    </Suspense>
  )
}

function wasHere(): boolean {
  try {
    return localStorage.getItem(place) !== null
  } catch {
    return false
  }
}

function rememberThem(): void {
  try {
    localStorage.setItem(place, '')
  } catch {
    // A forbidden store costs a moment at the next visit.
  }
}
