import { z } from 'zod'
import type { Db } from '../../db/connect.ts'
import type { Context } from '../context.ts'
import { readPattern } from './name-pattern.ts'

const maxPatternLength = 200

/** By which numbers a company judges what wins, and how it names its ads. */
export const CreativeSettings = z.object({
  namePattern: z
    .string()
    .trim()
    .max(maxPatternLength)
    .superRefine((text, context) => {
      const read = readPattern(text)
      if ('problem' in read) context.addIssue(read.problem)
    })
    .nullable()
    .default(null)
    .meta({
      description:
        'How ads are named, such as {concept}_{hook}_{format}; null: in no certain way. Read from the end: the first part takes what is over.',
    }),
  winnerTimes: z
    .number()
    .min(1)
    .max(1000)
    .default(10)
    .meta({ description: "A winner spent at least so many times the median of its account's creatives," }),
  winnerSpendUsd: z.number().min(0).max(1e9).default(500).meta({ description: 'and at least this much, in dollars.' }),
  tiredFallPercent: z
    .number()
    .min(1)
    .max(99)
    .default(18)
    .meta({ description: 'Tired: clicks or 3-second plays per impression fell by so many percent' }),
  tiredRisePercent: z
    .number()
    .min(0)
    .max(1000)
    .default(3)
    .meta({ description: 'while frequency rose by so many percent.' }),
})
export type CreativeSettings = z.output<typeof CreativeSettings>

export async function creativeSettings(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
): Promise<CreativeSettings> {
  const row = await db
    .selectFrom('creative_settings')
    .where('company_id', '=', company.id)
    .select('settings')
    .executeTakeFirst()
  return CreativeSettings.parse(row?.settings ?? {})
}

/** What is not named stays. */
export async function changeCreativeSettings(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  changes: Partial<CreativeSettings>,
): Promise<CreativeSettings> {
  const settings = CreativeSettings.parse({ ...(await creativeSettings({ db }, { company })), ...changes })
  const written = { settings: JSON.stringify(settings), updated_at: new Date() }
  await db
    .insertInto('creative_settings')
    .values({ company_id: company.id, ...written })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(written))
    .execute()
  return settings
}
