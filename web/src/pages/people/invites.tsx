import { useState } from 'react'
import type { Invite } from '../../../../client/src/index.ts'
import { confirmInvite, useInvites, withdrawInvite } from '../../data/session/people.ts'
import { useWrite } from '../../data/client/write.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ago } from '../../ui/words/format.ts'
import { MakeOnce } from '../../ui/dialogs/make-once.tsx'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { stateWord, t } from '../../languages/t.ts'

/** How the mail of an open invite stands. */
function MailState({ mail }: Pick<Invite, 'mail'>) {
  if (mail === null) return t('open')
  if (mail.state === 'sent') return t('mailed')
  if (mail.state === 'waiting' && mail.problem === null) return t('being mailed')
  return (
    <span>
      <Badge tone={mail.state === 'failed' ? 'bad' : 'warn'}>
        {mail.state === 'failed' ? t('not mailed') : t('not mailed yet')}
      </Badge>{' '}
      {mail.problem}
    </span>
  )
}

/** Invites that nobody has taken yet. */
export function Invites() {
  const invites = useInvites()
  const withdraw = useWrite(withdrawInvite, { done: t('Withdrawn: the link opens nothing any more.') })
  const [confirming, setConfirming] = useState<Invite | null>(null)
  const rows = invites.data?.data ?? []
  if (rows.length === 0 && !confirming) return null
  return (
    <Card title={t('Open invites')}>
      <Problem error={withdraw.error} />
      {confirming && <ConfirmInvite invite={confirming} onClose={() => setConfirming(null)} />}
      <Table
        label={t('Open invites')}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: t('E-mail'), cell: ({ email }) => email },
          { head: t('Role'), cell: ({ role }) => stateWord(role) },
          {
            head: t('State'),
            cell: ({ state, askedBy, mail }) =>
              state === 'waiting' ? (
                <span>
                  <Badge tone="warn">{t('waits for an admin')}</Badge>{' '}
                  {t('asked for by {askedBy}', { askedBy: askedBy ?? t('an API key') })}
                </span>
              ) : (
                <MailState mail={mail} />
              ),
          },
          { head: t('Ends'), cell: ({ expiresAt }) => ago(expiresAt), wideOnly: true },
          {
            head: t('Actions'),
            cell: (invite) => (
              <span className="flex gap-2">
                {invite.state === 'waiting' && (
                  <Button
                    small
                    look="main"
                    aria-label={t('Confirm the invite of {email}', { email: invite.email })}
                    onClick={() => setConfirming(invite)}
                  >
                    {t('Confirm')}
                  </Button>
                )}
                <Button
                  small
                  aria-label={t('Withdraw the invite of {email}', { email: invite.email })}
                  onClick={() => withdraw.mutate({ id: invite.id })}
                >
                  {t('Withdraw')}
                </Button>
              </span>
            ),
          },
        ]}
      />
    </Card>
  )
}

/** An invite that an API key asked for is nobody's until an admin makes it theirs. */
function ConfirmInvite({ invite: { id, email, role, workspaceIds, askedBy }, onClose }: ConfirmProps) {
  const confirm = useWrite(confirmInvite)
  const where =
    workspaceIds.length === 0
      ? t('all workspaces')
      : t('{workspaceIds} of the workspaces', { workspaceIds: workspaceIds.length })
  return (
    <MakeOnce
      title={t('Invite {email}?', { email })}
      action={t('Confirm the invite')}
      isReady
      make={confirm}
      onMake={() => confirm.mutate({ id })}
      once={({ link }) => ({
        title: t('Invite for {email}', { email }),
        label: t('Send them this link: it works once, within 7 days.'),
        text: link,
        close: t('Done##closes what is filled in'),
      })}
      onClose={onClose}
    >
      <p>
        {t('{askedBy} asks to invite {email} as {role}, in {where}. Once you confirm it, it is your invite.', {
          askedBy: askedBy ?? t('An API key'),
          email,
          role: stateWord(role),
          where,
        })}
      </p>
    </MakeOnce>
  )
}

interface ConfirmProps {
  invite: Invite
  onClose: () => void
}
