import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** Asks who is signed in, as every page of its kind has to, and shows a button. */
function Page() {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    void fetch('/v1/session').then(() => setAsked(true))
  }, [])
  return isAsked ? <button type="button">Sign in</button> : null
}

createRoot(document.getElementById('root')!).render(<Page />)
