import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { AppError } from '../../errors.ts'
import { isOutage } from '../../outage.ts'
import { staysIn } from '../people/staying.ts'
import { lockAddress } from '../people/identity.ts'
import { linkMinutes, makeSignInLink } from '../people/invites/links.ts'
import type { MailOutbox } from '../people/invites/mail/outbox.ts'
import { signInWords } from '../people/invites/mail/texts.ts'

/** So many mails with a link an address gets in an hour. */
const maxMailsAnHour = 5
/** So often somebody may ask from one place in an hour, for whomever. */
const maxAsksAnHour = 30
const hourMs = 3_600_000
const maxPlaces = 10_000
/** More than this that are looked up at the same time are a flood. */
const maxAtOnce = 50

interface WantedLink {
  email: string
  /** Slug of the company; left out: the one that they joined first. */
  company?: string | undefined
}

/** Who asks for a link by mail is answered before anybody looks whether the address is known: the answer and its time cannot tell. */
export interface LinkRequests {
  /** Throws (429) where too much is asked, whatever the address. */
  ask(wanted: WantedLink, from: string | null): void
  /** Resolves when everything that was asked for is looked up. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface Deps {
  db: Db
  mails: MailOutbox
  log: Logger
}

export function createLinkRequests({ db, mails, log }: Deps): LinkRequests {
  const places = createPlaces()
  const running = new Set<Promise<void>>()
  const settled = async () => void (await Promise.all(running))
  return {
    ask(wanted, from) {
      const waitMs = places.waitOf(from ?? '')
      if (waitMs > 0) throw tooMany(waitMs)
      if (running.size >= maxAtOnce) throw tooMany(1_000)
      const work: Promise<void> = db
        .transaction()
        .execute((trx) => mailLinks(trx, mails, wanted))
        .catch((error: unknown) => {
          // That the database is away is told once, by whoever watches it.
          if (!isOutage(error)) log.warn({ err: error }, 'links could not be mailed')
        })
        .finally(() => running.delete(work))
      running.add(work)
    },
    settled,
    close: settled,
  }
}

/** How often was asked from where, in this process. */
function createPlaces(now: () => number = () => performance.now()) {
  const asked = new Map<string, { count: number; since: number }>()
  return {
    /** Counts; how long until the next ask from there is heard, 0: this one is. */
    waitOf(place: string): number {
      const known = asked.get(place)
      const seen = known && now() - known.since < hourMs ? known : { count: 0, since: now() }
      asked.delete(place)
      asked.set(place, seen)
      if (asked.size > maxPlaces) asked.delete(asked.keys().next().value ?? place)
      if (seen.count >= maxAsksAnHour) return seen.since + hourMs - now()
      seen.count++
      return 0
    },
  }
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const text = `Too many links were asked for from here. Ask again in ${seconds} s, or sign in by a passkey.`
  return new AppError('rate_limit_exceeded', text, { retryAfterSeconds: seconds }, { 'retry-after': String(seconds) })
}

interface Holder {
  companyId: CompanyId
  company: string
  userId: number
  email: string
  language: string | null
  confirmed: boolean
}

/** The tokens are made for these mails alone, so they confirm the address. An address that nobody has leaves nothing behind. */
async function mailLinks(trx: Db, mails: MailOutbox, { email, company }: WantedLink): Promise<void> {
  await lockAddress(trx, email)
  const room = maxMailsAnHour - (await mailedLately(trx, email))
  const found = await holdersOf(trx, email, company)
  const known = found.find(({ confirmed }) => confirmed)
  // Nobody can tell which company is theirs who never confirmed the address: each has its own link.
  const chosen = company === undefined && known ? [known] : found
  for (const { companyId, company: name, userId, email: to, language } of chosen.slice(0, Math.max(0, room))) {
    const token = await makeSignInLink(trx, { companyId, userId }, { confirms: true, mailed: true })
    const link = mails.page(`sign-in/${token}`)
    const words = signInWords({ language, company: name, minutes: linkMinutes, link })
    const expiresAt = new Date(Date.now() + linkMinutes * 60_000)
    await mails.write(trx, {
      companyId,
      userId,
      kind: 'sign-in',
      once: `sign-in ${randomUUID()}`,
      expiresAt,
      to,
      words,
    })
  }
}

async function mailedLately(trx: Db, email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM mails JOIN users ON users.id = mails.user_id
    WHERE lower(users.email) = ${email.toLowerCase()} AND mails.kind = 'sign-in'
      AND mails.created_at > clock_timestamp() - interval '1 hour'`.execute(everyCompany(trx))
  return rows[0]?.count ?? 0
}

/** Who has the address, in the order in which they joined. */
async function holdersOf(trx: Db, email: string, slug: string | undefined): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    SELECT m.company_id AS "companyId", c.name AS company, u.id AS "userId", u.email, u.language, u.confirmed_at IS NOT NULL AS confirmed
    FROM users u JOIN memberships m ON m.user_id = u.id JOIN companies c ON c.id = m.company_id
    WHERE lower(u.email) = ${email.toLowerCase()} AND ${staysIn('m.company_id')} AND (${slug ?? null}::text IS NULL OR c.slug = ${slug ?? null})
    ORDER BY m.created_at, m.company_id`.execute(everyCompany(trx))
  return rows
}
