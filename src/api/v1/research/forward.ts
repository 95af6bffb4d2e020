import { z } from 'zod'
import { parseJson } from '../../../call/input/read-json.ts'
import { OtherReply } from '../../../call/operation.ts'
import type { Call } from '../../../call/operation.ts'
import { maxBatch } from '../../../core/research/research.ts'
import { badRequest } from '../../../errors.ts'
import { lookUp } from '../../../lookup.ts'
import type { Services } from '../../../services.ts'

export const section = 'Research'

/** The largest input of a procedure, and the largest body of whatever belongs to research. */
export const maxInputBytes = 1_000_000

/** Paths of older clients. */
export const olderPath = '/v1/adscan/trpc'
export const path = '/v1/research/rpc'

export const batchField = z
  .enum(['1', 'true', '0', 'false'])
  .transform((word) => word === '1' || word === 'true')
  .optional()
  .meta({
    description: `1: a batch, as clients of tRPC send it. The path names up to ${maxBatch} procedures by comma, and the input is an object with the input of the first as "0", of the second as "1".`,
  })

export const inputField = z
  .string()
  .optional()
  .meta({ description: 'The input of the procedure as JSON, raw or inside of an object with the field json.' })

const Entry = z
  .object({
    result: z
      .looseObject({ data: z.unknown().meta({ description: 'What the procedure answered.' }) })
      .optional()
      .meta({ description: 'Where the call worked: what the research tool answered.' }),
    error: z
      .looseObject({ message: z.unknown().meta({ description: 'What was wrong, in the words of the research tool.' }) })
      .optional()
      .meta({ description: 'Where the call failed: the error as the research tool wrote it.' }),
  })
  .meta({ id: 'ResearchBatchEntry' })

/** What a batch answers: each call for itself, whether it worked or not. */
export const batchReplies = {
  207: z.array(Entry).meta({ description: 'Of a batch: one entry for each procedure, in their order.' }),
}

export function resultOf<T extends z.ZodType>(data: T) {
  return z.object({
    result: z.looseObject({ data }).meta({ description: 'The answer of the research tool.' }),
  })
}

export function readInput(input: string | undefined): unknown {
  if (input === undefined) return undefined
  if (Buffer.byteLength(input) > maxInputBytes) {
    throw badRequest([{ path: 'input', message: `takes at most ${maxInputBytes} bytes` }])
  }
  return parseJson(input, 'input')
}

interface Forwarded {
  kind: 'query' | 'mutation'
  /** One, or several by comma where it is a batch. */
  procedure: string
  input: unknown
}

/** Hands a batch on. Its answer is kept for repeats whatever became of its single calls: some of them did something. */
export async function forwardBatch(deps: Services, call: Call, { kind, procedure, input }: Forwarded) {
  const procedures = procedure.split(',')
  if (procedures.length > maxBatch) {
    throw badRequest([{ path: 'procedure', message: `takes at most ${maxBatch} procedures in a batch` }])
  }
  const entries = await deps.research.askAll(call, { kind, procedures, inputs: inputsOf(procedures, input) })
  const reply = new OtherReply(207, entries)
  await call.keepAnswer(deps.db, reply)
  return reply
}

function inputsOf(procedures: string[], input: unknown): unknown[] {
  if (input === undefined || input === null) return procedures.map(() => undefined)
  const isIndexed =
    typeof input === 'object' &&
    !Array.isArray(input) &&
    Object.keys(input).every((key) => /^\d{1,3}$/.test(key) && Number(key) < procedures.length)
  if (!isIndexed) {
    const message = 'must be an object with one input for each procedure of the batch: "0", "1" and so on'
    throw badRequest([{ path: 'input', message, expected: 'object' }])
  }
  return procedures.map((_, place) => lookUp(input as Record<string, unknown>, String(place)))
}
