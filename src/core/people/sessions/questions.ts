import { dayMs } from '../../../days.ts'
import type { Db } from '../../../db/connect.ts'
import type { Seal } from '../../secrets/seal.ts'
import { hashToken } from '../token.ts'

const answerWithinMs = 10 * 60_000
/** Longer than any two clocks differ: what was answered is known for as long as anybody takes it for unanswered. */
const rememberedMs = dayMs

/** What somebody is about to answer: the challenge of a passkey, or the way back from an identity provider or an ad platform. */
type Kind = 'passkey new' | 'passkey' | 'oidc' | 'consent'

/** What the answer is held against. */
export type ExpectedAnswer = Record<string, string | undefined>

interface Sealed {
  until: number
  asked: ExpectedAnswer
}

/** What opens and notes questions. */
export interface QuestionDeps {
  db: Db
  seal: Seal
}

/**
 * A question, to be brought back by its answer. It holds what is asked, sealed: anybody may ask for as many as they like, and
 * nothing is kept of them.
 */
export function makeQuestion(seal: Seal, kind: Kind, asked: ExpectedAnswer = {}): Buffer {
  return seal.seal(JSON.stringify({ until: Date.now() + answerWithinMs, asked } satisfies Sealed), purposeOf(kind))
}

/** What was asked; null: not by us, or too long ago. */
export function readQuestion(seal: Seal, kind: Kind, token: string): ExpectedAnswer | null {
  return open(seal, kind, token)?.asked ?? null
}

/** Only for an answer that was found to be good, so that strangers have nothing written down. False: it was answered before. */
export async function noteAnswer({ db, seal }: QuestionDeps, kind: Kind, token: string): Promise<boolean> {
  const question = open(seal, kind, token)
  if (!question) return false
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('answered_questions')
    // The bytes, not their letters: some can be written in more than one way.
    .values({ token_hash: hashToken(bytesOf(token)), expires_at: new Date(question.until + rememberedMs) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** What came of an answer, for whoever sends it again. */
export async function keepOutcome({ db }: Pick<QuestionDeps, 'db'>, token: string, outcome: string): Promise<void> {
  await db
    .updateTable('answered_questions')
    .set({ outcome })
    .where('token_hash', '=', hashToken(bytesOf(token)))
    .execute()
}

/** null: nothing yet, or nothing ever. */
export async function readOutcome({ db }: Pick<QuestionDeps, 'db'>, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('answered_questions')
    .select('outcome')
    .where('token_hash', '=', hashToken(bytesOf(token)))
    .executeTakeFirst()
  return row?.outcome ?? null
}

function open(seal: Seal, kind: Kind, token: string): Sealed | null {
  try {
    const question = JSON.parse(seal.open(bytesOf(token), purposeOf(kind))) as Sealed
    return question.until > Date.now() ? question : null
  } catch {
    return null
  }
}

const bytesOf = (token: string) => Buffer.from(token, 'base64url')
const purposeOf = (kind: Kind) => `question ${kind}`
