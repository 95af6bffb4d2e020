import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { usualUrl } from '../../config/address.ts'
import { demoSlug } from '../../core/people/companies/companies.ts'
import { addressForPeople } from '../../core/people/address.ts'
import { linkMinutes, makeSignInLink, signInAddress } from '../../core/people/invites/links.ts'
import type { Db } from '../../db/connect.ts'
import { ifGiven, sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { audited } from '../audited.ts'
import { withDatabase } from '../database.ts'
import { companyWithSlug } from '../lookup.ts'
import { explain, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

const maxMinutes = 7 * 24 * 60

export function addPeopleCommands(program: Command): void {
  program
    .command('login-link')
    .description('print a link that signs a person in to the dashboard, once')
    .option('--company <slug>', `which company; left out: that of --email, or ${demoSlug}`)
    .option('--email <email>', 'who: opening the link confirms that the address is theirs; the owner when left out')
    .option('--minutes <count>', 'how long it can be used', parseMinutes, linkMinutes)
    .action(loginLink)
}

function parseMinutes(text: string): number {
  const minutes = Number(text)
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= maxMinutes) return minutes
  throw new InvalidArgumentError(`It is a whole number of minutes, at most ${maxMinutes}.`)
}

interface Options {
  company?: string
  email?: string
  minutes: number
}

async function loginLink({ company: slug, email, minutes }: Options): Promise<void> {
  const config = readConfig()
  await withDatabase(config, async ({ db }) => {
    const company = await companyWithSlug(db, slug ?? (email === undefined ? demoSlug : await companyOf(db, email)))
    const person = await peopleWith(db, email).where('memberships.company_id', '=', company.id).executeTakeFirst()
    if (!person)
      throw new CommandProblem(`${company.name} has nobody ${email ? `with the address ${email}` : 'as its owner'}.`)
    const token = await audited(db, company, async (trx) => {
      const confirms = email !== undefined
      const member = { companyId: company.id, userId: person.id }
      const result = await makeSignInLink(trx, member, { minutes, confirms })
      const after = { email: person.email, minutes, confirms }
      return { result, entry: { action: 'login-link', targets: [`person:${person.id}`], after } }
    })
    explain(`This signs ${person.name} (${person.email}) in to ${company.name}, once, within ${minutes} minutes:`)
    print(signInAddress(addressForPeople(config.publicUrl ?? usualUrl(config)), token))
    if (email === undefined || person.confirmed_at !== null) return
    explain(`Opening it confirms that ${person.email} is theirs: passkeys and sessions that they had before end.`)
  })
}

/** The one company that somebody with this address belongs to. In several they may be several people. */
async function companyOf(db: Db, email: string): Promise<string> {
  const [first, ...more] = (await peopleWith(db, email).execute()).map(({ slug }) => slug)
  if (first === undefined) throw new CommandProblem(`No company has anybody with the address ${email}.`)
  if (more.length === 0) return first
  throw new CommandProblem(
    `${email} is in several companies: name one with --company (${[first, ...more].join(', ')}).`,
  )
}

function peopleWith(db: Db, email: string | undefined) {
  return everyCompany(db)
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('companies', 'companies.id', 'memberships.company_id')
    .select(['users.id', 'users.name', 'users.email', 'users.confirmed_at', 'companies.slug'])
    .$if(email === undefined, (some) => some.where('memberships.role', '=', 'owner'))
    .$call(ifGiven(email, (some, email) => some.where(sql`lower(users.email)`, '=', email.toLowerCase())))
    .orderBy('users.id')
}
