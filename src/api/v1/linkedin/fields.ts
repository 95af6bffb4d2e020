import { z } from 'zod'

export const section = 'Professional-network platform'

export const platformWord = (what: string) => z.string().meta({ description: `${what}, in the platform's own word.` })
export const wordOrNull = (what: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${what}, in the platform's own word; null where it does not tell.` })

/** A list of words, by comma or as a list. */
export function wordList<W extends string>(words: readonly W[], max: number) {
  const rule = `must be one of ${words.join(', ')}`
  return z.preprocess(
    (given) =>
      typeof given === 'string'
        ? given
            .split(',')
            .map((word) => word.trim())
            .filter((word) => word !== '')
        : given,
    z
      .array(z.enum(words, { error: rule }))
      .min(1, 'must name at least one')
      .max(max),
  )
}
