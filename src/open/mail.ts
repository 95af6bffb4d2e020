import type { Config } from '../config.ts'
import { createOutbox } from '../core/people/invites/mail/outbox.ts'
import { createLinkRequests } from '../core/mail/sign-in-links.ts'
import type { Services } from '../services.ts'
import { closing } from './undo.ts'
import type { Undo } from './undo.ts'

/** What leaves mails to be sent; nothing where no mail server is set. */
export function openMail(
  { mail }: Config,
  { db, log, seal, publicUrl }: Pick<Services, 'db' | 'log' | 'seal' | 'publicUrl'>,
  undo: Undo,
): Pick<Services, 'mails' | 'linkRequests'> {
  if (!mail) return { mails: null, linkRequests: null }
  const mails = createOutbox(seal, publicUrl)
  return { mails, linkRequests: closing(createLinkRequests({ db, mails, log }), undo) }
}
