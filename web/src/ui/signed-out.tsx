import { root } from '../data/client/root.ts'

/** What to do where the session has ended: the page stays as it is, so that nothing typed is lost, and signing in happens elsewhere. */
export function SignedOut() {
  return (
    <>
      Your session has ended. What you typed is kept:{' '}
      <a className="underline" href={`${root}/`} target="_blank" rel="noreferrer">
        sign in in another tab
      </a>
      , then go on here.
    </>
  )
}
