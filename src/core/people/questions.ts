import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { PeopleTables } from '../../db/tables/people.ts'
import { hashToken } from './token.ts'

const answerWithinMinutes = 10

type Kind = PeopleTables['sign_in_questions']['kind']

export interface Question {
  kind: Kind
  /** What the answer brings back. */
  token: string
  userId?: number
  /** What the answer is held against. */
  answer?: Record<string, string>
}

/** Keeps what somebody was asked until they answer. */
export async function ask(db: Db, { kind, token, userId, answer = {} }: Question): Promise<void> {
  await db
    .insertInto('sign_in_questions')
    .values({
      kind,
      token_hash: hashToken(token),
      user_id: userId ?? null,
      answer: JSON.stringify(answer),
      expires_at: new Date(Date.now() + answerWithinMinutes * 60_000),
    })
    .execute()
}

/** Takes the question away: it is answered once. null: nobody asked it, or too long ago. */
export async function takeQuestion(
  db: Db,
  kind: Kind,
  token: string,
): Promise<{ userId: number | null; answer: Record<string, string> } | null> {
  const row = await db
    .deleteFrom('sign_in_questions')
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning(['user_id', 'answer'])
    .executeTakeFirst()
  return row ? { userId: row.user_id, answer: row.answer } : null
}
