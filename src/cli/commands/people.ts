import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { demoSlug } from '../../core/connections.ts'
import { addressForPeople } from '../../core/people/address.ts'
import { linkMinutes, makeSignInLink, signInAddress } from '../../core/people/links.ts'
import { audited } from '../audited.ts'
import { withDatabase } from '../database.ts'
import { companyWithSlug } from '../lookup.ts'
import { explain, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

const mostMinutes = 7 * 24 * 60

export function addPeopleCommands(program: Command): void {
  program
    .command('login-link')
    .description('print a link that signs a person in to the dashboard, once')
    .option('--company <slug>', 'which company', demoSlug)
    .option('--email <email>', 'who; the owner when left out')
    .option('--minutes <count>', 'how long it can be used', parseMinutes, linkMinutes)
    .action(loginLink)
}

function parseMinutes(text: string): number {
  const minutes = Number(text)
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= mostMinutes) return minutes
  throw new InvalidArgumentError(`It is a whole number of minutes, at most ${mostMinutes}.`)
}

async function loginLink(options: { company: string; email?: string; minutes: number }): Promise<void> {
  const config = readConfig()
  await withDatabase(config, async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const person = await db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.id', 'users.name', 'users.email'])
      .where('memberships.company_id', '=', company.id)
      .$if(options.email === undefined, (some) => some.where('memberships.role', '=', 'owner'))
      .$if(options.email !== undefined, (some) => some.where('users.email', 'ilike', likeText(options.email!)))
      .orderBy('users.id')
      .executeTakeFirst()
    if (!person)
      throw new CommandProblem(
        `${company.name} has nobody ${options.email ? `with the address ${options.email}` : 'as its owner'}.`,
      )
    const token = await audited(db, company, async (trx) => {
      const result = await makeSignInLink(trx, { companyId: company.id, userId: person.id }, options.minutes)
      const after = { email: person.email, minutes: options.minutes }
      return { result, entry: { action: 'login-link', targets: [`person:${person.id}`], after } }
    })
    explain(
      `This signs ${person.name} (${person.email}) in to ${company.name}, once, within ${options.minutes} minutes:`,
    )
    print(signInAddress(addressForPeople(config.publicUrl ?? `http://${config.host}:${config.port}`), token))
  })
}

/** Letters that mean something else in a pattern stand for themselves. */
function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (letter) => `\\${letter}`)
}
