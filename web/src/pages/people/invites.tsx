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

/** How the mail of an open invite stands. */
function MailState({ mail }: Pick<Invite, 'mail'>) {
  if (mail === null) return 'open'
  if (mail.state === 'sent') return 'mailed'
  if (mail.state === 'waiting' && mail.problem === null) return 'being mailed'
  return (
    <span>
      <Badge tone={mail.state === 'failed' ? 'bad' : 'warn'}>
        {mail.state === 'failed' ? 'not mailed' : 'not mailed yet'}
      </Badge>{' '}
      {mail.problem}
    </span>
  )
}

/** Invites that nobody has taken yet. */
export function Invites() {
  const invites = useInvites()
  const withdraw = useWrite(withdrawInvite, { done: 'Withdrawn: the link opens nothing any more.' })
  const [confirming, setConfirming] = useState<Invite | null>(null)
  const rows = invites.data?.data ?? []
  if (rows.length === 0 && !confirming) return null
  return (
    <Card title="Open invites">
      <Problem error={withdraw.error} />
      {confirming && <ConfirmInvite invite={confirming} onClose={() => setConfirming(null)} />}
      <Table
        label="Open invites"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: 'E-mail', cell: ({ email }) => email },
          { head: 'Role', cell: ({ role }) => role },
          {
            head: 'State',
            cell: ({ state, askedBy, mail }) =>
              state === 'waiting' ? (
                <span>
                  <Badge tone="warn">waits for an admin</Badge> asked for by {askedBy ?? 'an API key'}
                </span>
              ) : (
                <MailState mail={mail} />
              ),
          },
          { head: 'Ends', cell: ({ expiresAt }) => ago(expiresAt), wideOnly: true },
          {
            head: 'Actions',
            cell: (invite) => (
              <span className="flex gap-2">
                {invite.state === 'waiting' && (
                  <Button
                    small
                    look="main"
                    aria-label={`Confirm the invite of ${invite.email}`}
                    onClick={() => setConfirming(invite)}
                  >
                    Confirm
                  </Button>
                )}
                <Button
                  small
                  aria-label={`Withdraw the invite of ${invite.email}`}
                  onClick={() => withdraw.mutate({ id: invite.id })}
                >
                  Withdraw
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
  const where = workspaceIds.length === 0 ? 'all workspaces' : `${workspaceIds.length} of the workspaces`
  return (
    <MakeOnce
      title={`Invite ${email}?`}
      action="Confirm the invite"
      isReady
      make={confirm}
      onMake={() => confirm.mutate({ id })}
      once={({ link }) => ({
        title: `Invite for ${email}`,
        label: 'Send them this link: it works once, within 7 days.',
        text: link,
        close: 'Done',
      })}
      onClose={onClose}
    >
      <p>
        {askedBy ?? 'An API key'} asks to invite {email} as {role}, in {where}. Once you confirm it, it is your invite.
      </p>
    </MakeOnce>
  )
}

interface ConfirmProps {
  invite: Invite
  onClose: () => void
}
