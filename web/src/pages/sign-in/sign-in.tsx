import type { startAuthentication } from '@simplewebauthn/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useEffect, useState } from 'react'
import { connection } from '../../data/connection-state.ts'
import { flightdeck } from '../../data/flightdeck.ts'
import { queryClient } from '../../data/query-client.ts'
import { root } from '../../data/root.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { AcceptInvite } from './accept-invite.tsx'
import { takeFragment } from './fragment.ts'

export function SignIn() {
  // Read once: it is taken out of the address, and with it out of the history.
  const [came] = useState(takeFragment)
  const ways = useQuery({ queryKey: ['ways'], queryFn: () => flightdeck.listWaysToSignIn() })
  const { mutate: signInBy, ...byLink } = useMutation({
    mutationFn: (token: string) => flightdeck.signIn({ token }),
    onSuccess: signedIn,
  })
  const byPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: signedIn })
  useEffect(() => {
    document.title = 'Sign in · Flightdeck'
    if (came.link) signInBy(came.link)
  }, [came, signInBy])
  const oidc = ways.data?.oidc
  const problem = byLink.error ?? byPasskey.error ?? (came.problem ? new Error(came.problem) : null)
  return (
    <main className="flex min-h-full items-center justify-center p-4">
      <div className="flex w-full max-w-md flex-col gap-4 rounded-xl border bg-surface p-6">
        <h1 className="text-xl font-semibold">{came.invite ? 'Join on Flightdeck' : 'Sign in to Flightdeck'}</h1>
        {byLink.isPending && <p role="status">Signing you in …</p>}
        {problem && <Problem error={problem} />}
        {came.invite ? (
          <AcceptInvite token={came.invite} onSignedIn={() => void signedIn()} />
        ) : (
          <>
            {ways.data?.passkey !== false && (
              <Button
                look="main"
                icon={<Fingerprint size={16} aria-hidden />}
                busy={byPasskey.isPending}
                onClick={() => byPasskey.mutate()}
              >
                Use a passkey
              </Button>
            )}
            {oidc && <Button onClick={() => location.assign(`${root}${oidc.path}`)}>Continue with {oidc.name}</Button>}
            <p className="text-muted">
              No passkey yet? Whoever runs this service prints a one-time link with <code>./flightdeck login-link</code>
              , or invites you by one.
            </p>
          </>
        )}
      </div>
    </main>
  )
}

async function signedIn(): Promise<void> {
  connection.back()
  await queryClient.invalidateQueries({ queryKey: ['session'] })
}

type Wanted = Parameters<typeof startAuthentication>[0]['optionsJSON']

async function signInWithPasskey() {
  const browser = await import('@simplewebauthn/browser')
  const { options } = await flightdeck.askForPasskey()
  const response = await browser.startAuthentication({ optionsJSON: options as unknown as Wanted })
  return flightdeck.signInByPasskey({ response: { ...response } })
}
