import { z } from 'zod'
import { addressForPeople } from '../../../core/people/address.ts'
import type { Invite } from '../../../core/people/invites/invites.ts'
import { RoleWord } from './person-view.ts'

export const InviteFields = {
  email: z.email('must be an e-mail address').max(200).meta({ description: 'Whom to invite.' }),
  role: RoleWord.default('member'),
  workspaceIds: z
    .array(z.coerce.number().int().min(1))
    .max(100)
    .default([])
    .meta({ description: 'The workspaces they are to work in; empty: all of them.' }),
}

export const InviteView = z
  .object({
    id: z.number().int().meta({ description: 'Id of the invite.' }),
    email: z.string().meta({ description: 'Who was invited.' }),
    role: RoleWord,
    workspaceIds: z
      .array(z.number().int())
      .meta({ description: 'The workspaces they are to work in; empty: all of them.' }),
    invitedBy: z.string().meta({ description: 'Who invited them.' }),
    state: z.enum(['waiting', 'open']).meta({
      id: 'InviteState',
      description:
        'waiting: an API key asked for it, and an admin has to confirm it first; open: its link can be used.',
    }),
    askedBy: z.string().nullable().meta({ description: 'The API key that asked for it; null: none did.' }),
    expiresAt: z
      .string()
      .meta({ description: 'Until when it can be accepted, or confirmed while it waits.', format: 'date-time' }),
    mail: z
      .object({
        state: z.enum(['waiting', 'sent', 'failed']).meta({
          id: 'MailState',
          description: 'waiting: it is on its way; sent: the mail server took it; failed: it was refused or given up.',
        }),
        problem: z.string().nullable().meta({ description: 'Why it was not sent yet, or never will be; else null.' }),
      })
      .nullable()
      .meta({ id: 'InviteMail', description: 'How the mail with the invite stands; null: none was written.' }),
  })
  .meta({ id: 'Invite' })

export const NewInviteView = InviteView.extend({
  link: z.string().meta({
    description:
      'What to send them, told this once. It confirms no address: the mail, where one is sent, has a link of its own.',
  }),
}).meta({ id: 'NewInvite' })

export function presentInvite({ expiresAt, ...rest }: Invite): z.input<typeof InviteView> {
  return { ...rest, expiresAt: expiresAt.toISOString() }
}

/** With the link: the token stands behind the #, so that no server and no log sees it. */
export function inviteReply({ invite, token }: { invite: Invite; token: string }, publicUrl: string) {
  return { ...presentInvite(invite), link: `${addressForPeople(publicUrl)}/#/invite/${token}` }
}
