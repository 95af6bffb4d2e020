import { root } from '../data/client/root.ts'
import { rich } from '../languages/rich.ts'

/** What to do where the session has ended: the page stays as it is, so that nothing typed is lost, and signing in happens elsewhere. */
export function SignedOut() {
  return rich('Your session has ended. What you typed is kept: <link>sign in in another tab</link>, then go on here.', {
    link: (inner) => (
      <a className="underline" href={`${root}/`} target="_blank" rel="noreferrer">
        {inner}
      </a>
    ),
  })
}
