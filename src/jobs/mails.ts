import pTimeout from 'p-timeout'
import { startPoller } from '../async/poller.ts'
import { writeMailsFor } from '../core/mail/follow.ts'
import { isStillForThem } from '../core/mail/rules.ts'
import type { Mailer } from '../core/mail/send.ts'
import { mailChannel, nextMailInMs, noteAttempt, takeMail } from '../core/people/invites/mail/outbox.ts'
import type { HeldMail, MailAttempt, MailOutbox } from '../core/people/invites/mail/outbox.ts'
import { isOutage } from '../outage.ts'
import type { Pulse } from '../probes/pulse.ts'
import type { Services } from '../services.ts'

/** Whatever was missed is found so soon, and whoever watches us learns that we come round. */
const lookEveryMs = 2_000
/** As many connections a process has to the mail server at the same time. */
const atOnce = 4
/** How long mails that are being handed over may take to end when we stop. */
const stopWithinMs = 2_500

interface Deps extends Pick<Services, 'db' | 'seal' | 'listener' | 'eventHub' | 'log'> {
  mailer: Mailer
  mails: MailOutbox
  pulse: Pulse
}

/** Writes the mails that events ask for, and sends those that wait. Any number of workers may run at once. */
export function startMails(deps: Deps): { close(): Promise<void> } {
  const { db, log, listener } = deps
  const sending = new Set<Promise<void>>()
  const stopping = new AbortController()
  const turn = deps.pulse.loop()

  async function look(signal: AbortSignal): Promise<number | null> {
    while (!signal.aborted && sending.size < atOnce) {
      const mail = await takeMail(deps)
      if (!mail) break
      const work = sendOne(deps, mail)
        .catch(failed)
        .finally(() => (sending.delete(work), poller.wake()))
      sending.add(work)
    }
    const dueInMs = sending.size < atOnce ? await nextMailInMs(db) : null
    turn.turned()
    return dueInMs
  }

  const failed = (error: unknown) => (stopping.signal.aborted ? undefined : logFailedLook(log, error))
  const follower = followEvents(deps, failed)
  const poller = startPoller({ look, everyMs: lookEveryMs, failed, stopping })
  const stop = listener.on(mailChannel, poller.wake)
  return {
    async close() {
      stopping.abort()
      stop()
      turn.ended()
      await follower.close()
      await poller.close()
      await pTimeout(Promise.all(sending), { milliseconds: stopWithinMs, fallback: () => undefined })
    },
  }
}

function logFailedLook(log: Deps['log'], error: unknown): void {
  // That the database is away is told once, by whoever watches it.
  if (!isOutage(error)) log.warn({ err: error }, 'mails could not be looked after')
}

/** One company after the other: what is news is little. */
function followEvents(deps: Deps, onFailed: (error: unknown) => void): { close(): Promise<void> } {
  let following: Promise<void> = Promise.resolve()
  let closed = false
  const stop = deps.eventHub.followAll((companyId) => {
    following = following.then(() => (closed ? undefined : writeMailsFor(deps, companyId))).catch(onFailed)
  })
  return {
    async close() {
      closed = true
      stop()
      await following
    },
  }
}

async function attemptOf({ db, mailer }: Deps, mail: HeldMail): Promise<MailAttempt> {
  const { message } = mail
  if (mail.isOver) return { state: 'refused', problem: 'it was too late to be sent' }
  if (!message) return { state: 'later', problem: 'it was sealed with a key that is not here' }
  if (!(await isStillForThem(db, mail))) return { state: 'refused', problem: 'it is for them no more' }
  return mailer.send({ ...mail, message })
}

async function sendOne(deps: Deps, mail: HeldMail): Promise<void> {
  const { db, log } = deps
  const attempt = await attemptOf(deps, mail)
  const state = await deps.pulse.step(noteAttempt(db, mail, attempt))
  if (attempt.state === 'sent') return
  const { id: mailId, companyId, kind, tries } = mail
  // Neither the address nor what it says: both are nobody's business here.
  log.warn(
    { mailId, companyId, kind, tries, problem: attempt.problem },
    state === 'failed' ? 'a mail was given up' : 'a mail was not sent yet',
  )
}
