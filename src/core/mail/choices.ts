import type { Db } from '../../db/connect.ts'
import type { Context } from '../context.ts'
import { notFound } from '../../errors.ts'
import { languageTags } from '../../languages/languages.ts'
import type { Language } from '../../languages/languages.ts'
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

/** In which somebody reads what is sent to them, in every company; null: they chose none, or one of a newer version. */
export async function readLanguage({ db }: { db: Db }, userId: number): Promise<Language | null> {
  const row = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst()
  return languageTags.find((tag) => tag === row?.language) ?? null
}

export async function keepLanguage({ db }: { db: Db }, userId: number, language: Language | null): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
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
