import { useForm } from '../../data/form/use-form.ts'
import { mailSignInLink } from '../../data/session/mails.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { t } from '../../languages/t.ts'

/** Whoever reads the mails of an address signs in by one. Whether anybody has it is not told. */
export function MailLink() {
  const send = useWrite(mailSignInLink)
  const form = useForm('mailSignInLink', { email: '' }, send.error)
  if (send.isSuccess)
    return (
      <p role="status">
        {t('If somebody here has this address, a link is on its way. It works once, for 15 minutes.')}
      </p>
    )
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => (event.preventDefault(), send.mutate({ email: form.values.email.trim() }))}
    >
      <TextField label={t('Your e-mail address')} type="email" autoComplete="email" {...form.text('email')} />
      <Button type="submit" busy={send.isPending} disabled={!form.isReady}>
        {t('Send me a link')}
      </Button>
      {send.isError && <Problem error={send.error} />}
    </form>
  )
}
