import type { Db } from '../../db/connect.ts'
import type { Context } from '../context.ts'
import { notFound } from '../../errors.ts'
import { mailChoices } from './recipients.ts'
import type { MailChoice } from './recipients.ts'

/** What somebody is mailed about in a company, by their own choice. */
export type MailWishes = Record<MailChoice, boolean>

type Within = Pick<Context, 'company'>

export async function readWishes({ db }: { db: Db }, { company }: Within, userId: number): Promise<MailWishes> {
  const row = await db
    .selectFrom('memberships')
    .where('company_id', '=', company.id)
    .select('mails')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('person', userId)
  return Object.fromEntries(mailChoices.map((choice) => [choice, row.mails.includes(choice)])) as MailWishes
}

export async function changeWishes(
  { db }: { db: Db },
  { company }: Within,
  userId: number,
  wishes: MailWishes,
): Promise<void> {
  await db
    .updateTable('memberships')
    .where('company_id', '=', company.id)
    .set({ mails: mailChoices.filter((choice) => wishes[choice]) })
    .where('user_id', '=', userId)
    .execute()
}
