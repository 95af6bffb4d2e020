import pTimeout from 'p-timeout'
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
  let looking: Promise<void> | null = null
  let again = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  const turn = deps.pulse.loop()

  async function look(): Promise<void> {
    while (!closed && sending.size < atOnce) {
      const mail = await takeMail(deps)
      if (!mail) break
      const work = sendOne(deps, mail)
        .catch(tell)
        .finally(() => (sending.delete(work), wake()))
      sending.add(work)
    }
    if (closed) return
    waitFor((sending.size < atOnce ? await nextMailInMs(db) : null) ?? lookEveryMs)
    turn.turned()
  }

  function waitFor(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(wake, Math.min(lookEveryMs, Math.max(ms, 50))).unref()
  }

  const tell = (error: unknown) => (closed ? undefined : tellFailed(log, error))

  function wake(): void {
    again = true
    if (closed) return
    looking ??= (async () => {
      while (again && !closed) {
        again = false
        await look().catch((error: unknown) => {
          tell(error)
          waitFor(lookEveryMs)
        })
      }
      looking = null
    })()
  }

  const follower = followEvents(deps, tell)
  const stop = listener.on(mailChannel, wake)
  wake()
  return {
    async close() {
      closed = true
      stop()
      clearTimeout(timer)
      turn.ended()
      await follower.close()
      await looking
      await pTimeout(Promise.all(sending), { milliseconds: stopWithinMs, fallback: () => undefined })
    },
  }
}

function tellFailed(log: Deps['log'], error: unknown): void {
  // That the database is away is told once, by whoever watches it.
  if (!isOutage(error)) log.warn({ err: error }, 'mails could not be looked after')
}

/** One company after the other: what is news is little. */
function followEvents(deps: Deps, tell: (error: unknown) => void): { close(): Promise<void> } {
  let following: Promise<void> = Promise.resolve()
  let closed = false
  const stop = deps.eventHub.followAll((companyId) => {
    following = following.then(() => (closed ? undefined : writeMailsFor(deps, companyId))).catch(tell)
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
