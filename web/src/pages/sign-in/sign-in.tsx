import { Fingerprint } from 'lucide-react'
import { useEffect } from 'react'
import { root } from '../../data/client/root.ts'
import { signInByLink, signInByPasskey, useSession, useSignInMethods } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { AcceptInvite } from './accept-invite.tsx'
import type { Fragment } from './fragment.ts'
import { MailLink } from './mail-link.tsx'
import { problemWords } from './problem-words.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

interface SignInProps {
  came: Fragment
  /** They are in, or were already and go on. */
  onIn: () => void
}

export function SignIn({ came, onIn }: SignInProps) {
  const person = useSession().data?.person
  const methods = useSignInMethods()
  const { mutate: signInBy, ...byLink } = useWrite(signInByLink, { then: onIn })
  const byPasskey = useWrite(signInByPasskey, { then: onIn })
  useEffect(() => {
    document.title = t('Sign in · Flightdeck')
    if (came.link) signInBy(came.link)
  }, [came, signInBy])
  const oidc = methods.data?.oidc
  const problem = byLink.error ?? byPasskey.error ?? (came.problem ? new Error(problemWords(came.problem)) : null)
  return (
    <main className="flex min-h-full items-center justify-center p-4">
      <div className="flex w-full max-w-md flex-col gap-4 rounded-xl border bg-surface p-6">
        <h1 className="text-xl font-semibold">{came.invite ? t('Join on Flightdeck') : t('Sign in to Flightdeck')}</h1>
        {byLink.isPending && <p role="status">{t('Signing you in …')}</p>}
        <Problem error={problem} />
        {person && !byLink.isPending && <Button onClick={onIn}>{t('Go on as {name}', { name: person.name })}</Button>}
        {came.invite ? (
          <AcceptInvite token={came.invite} onSignedIn={onIn} />
        ) : (
          <>
            {methods.data?.passkey !== false && (
              <Button
                look="main"
                icon={<Fingerprint size={16} aria-hidden />}
                busy={byPasskey.isPending}
                onClick={() => byPasskey.mutate()}
              >
                {t('Use a passkey')}
              </Button>
            )}
            {oidc &&
              came.companies?.map((slug) => (
                <Button key={slug} look="main" onClick={() => location.assign(`${root}${oidc.path}?company=${slug}`)}>
                  {t('Sign in to {slug}', { slug })}
                </Button>
              ))}
            {oidc && (
              <Button onClick={() => location.assign(`${root}${oidc.path}`)}>
                {t('Continue with {name}', { name: oidc.name })}
              </Button>
            )}
            {methods.data?.mail && <MailLink />}
            <p className="text-muted">
              {rich(
                'No passkey yet? Whoever runs this service prints a one-time link with <code>./flightdeck login-link</code>, or invites you by one.',
                { code: (inner) => <code>{inner}</code> },
              )}
            </p>
          </>
        )}
      </div>
    </main>
  )
}
