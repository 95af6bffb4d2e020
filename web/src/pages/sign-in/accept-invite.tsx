import { useForm } from '../../data/form/use-form.ts'
import { refusalIn } from '../../data/client/refusal.ts'
import { root } from '../../data/client/root.ts'
import { acceptInvite } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

/** Whoever holds the link joins, by their own name. */
export function AcceptInvite({ token, onSignedIn }: { token: string; onSignedIn: () => void }) {
  const accept = useWrite(acceptInvite, { then: onSignedIn })
  const form = useForm('acceptInvite', { name: '' }, accept.error)
  const needsSignIn = refusalIn(accept.error)?.is('sign_in_first') === true
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => (event.preventDefault(), accept.mutate({ token, name: form.values.name.trim() }))}
    >
      <p>{t('You are invited. What are you called?')}</p>
      <TextField label={t('Your name')} autoComplete="name" {...form.text('name')} />
      <Button look="main" type="submit" busy={accept.isPending} disabled={!form.isReady}>
        {t('Join')}
      </Button>
      {needsSignIn ? (
        <p role="alert" className="rounded-lg border border-warn bg-warn-soft p-3 text-warn">
          {rich(
            'This address already belongs to somebody here. If that is you, <link>sign in first</link> in another tab, then press Join again.',
            {
              link: (inner) => (
                <a className="font-medium underline" href={`${root}/`} target="_blank" rel="noreferrer">
                  {inner}
                </a>
              ),
            },
          )}
        </p>
      ) : (
        <Problem error={accept.error} />
      )}
    </form>
  )
}
