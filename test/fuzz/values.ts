import { z } from 'zod'
import type { Random } from '../../sandbox/core/figures/random.ts'

/** Ids that exist, by what they are ids of; others' are of another company. */
export interface World {
  /** How deep within a value we are. */
  depth?: number
  accounts: string[]
  adSets: string[]
  campaigns: string[]
  ads: string[]
  pages: string[]
  batches: string[]
  drafts: string[]
  media: string[]
  others: string[]
  addresses: string[]
}

const oddTexts = [
  '',
  ' ',
  'x\0y',
  '\ud800',
  'y\udfff',
  '😀'.repeat(50),
  'constructor',
  '__proto__',
  'toString',
  'null',
  'undefined',
  'NaN',
  "' OR '1'='1",
  '%00',
  '%zz',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '\u202e\u200b',
  '-1',
  '0',
  '1e309',
  '9'.repeat(40),
  'act_',
  'act_1',
  'file:///etc/passwd',
  'http://169.254.169.254/latest',
  'http://[::1]:1/',
  'javascript:alert(1)',
  '{}',
  '[',
  'a,b,,c',
  'ä'.repeat(300),
  'long '.repeat(2_500),
]

const oddDays = [
  '2026-02-30',
  '0000-00-00',
  '1969-12-31',
  '2026-13-01',
  '9999-12-31',
  '2024-01-01',
  '2026-1-1',
  'yesterday',
]
const oddNumbers = [0, -1, 1, 1.5, -0, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 1e21, -1e308, 0.000001, 255, 1_000_000]

export function oddValue(random: Random, world: World): unknown {
  const kinds: (() => unknown)[] = [
    () => random.pick(oddTexts),
    () => random.pick(oddTexts),
    () => random.pick(oddNumbers),
    () => random.pick(oddDays),
    () => random.pick(world.others),
    () => null,
    () => random.pick([true, false]),
    () => [],
    () => ({}),
    () => [[[]]],
    () => ({ constructor: { x: 1 }, toString: null, length: -1 }),
    () => Array.from({ length: random.pick([2, 60, 300]) }, () => random.pick([...oddTexts, {}, null, 1] as unknown[])),
    () => nested(random.integer(2, 60)),
  ]
  return random.pick(kinds)()
}

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let n = 0; n < levels; n++) value = n % 2 ? [value] : { a: value }
  return value
}

export function oddText(random: Random): string {
  return random.pick(oddTexts)
}

const deepest = 8

/** Something that the schema may well take, and that the service may well know. */
export function likelyValue(schema: z.ZodType, name: string, random: Random, world: World): unknown {
  const inner = unwrap(schema)
  const depth = (world.depth ?? 0) + 1
  // Conditions of rules hold conditions: somewhere they end.
  const isDeep = depth > deepest
  const inside = (each: unknown, own = name) => likelyValue(each as z.ZodType, own, random, { ...world, depth })
  if (inner instanceof z.ZodObject) {
    const fields = Object.entries(inner.shape).filter(
      ([, each]) => isRequired(each as z.ZodType) || (!isDeep && random.next() < 0.3),
    )
    return Object.fromEntries(fields.map(([field, each]) => [field, inside(each, field)]))
  }
  if (inner instanceof z.ZodArray) {
    return Array.from({ length: isDeep ? 0 : random.integer(1, 3) }, () => inside(inner.element))
  }
  if (inner instanceof z.ZodUnion) return inside(random.next() < 0.8 ? inner.options[0] : random.pick(inner.options))
  if (inner instanceof z.ZodEnum) return random.pick(inner.options as string[])
  if (inner instanceof z.ZodLiteral) return [...inner.values][0]
  if (inner instanceof z.ZodBoolean) return random.next() < 0.5
  if (inner instanceof z.ZodNumber) return random.integer(1, 40)
  if (inner instanceof z.ZodString) return likelyText(name, random, world)
  if (inner instanceof z.ZodRecord)
    return { geo_locations: { countries: ['US'] }, [name]: likelyText(name, random, world) }
  return random.pick(['x', 1, null, { a: 1 }, ['b']] as unknown[])
}

function likelyText(name: string, random: Random, world: World): string {
  const known: [RegExp, string[]][] = [
    [/account|business/i, world.accounts],
    [/adset|adsquad|\bvalue\b/i, world.adSets],
    [/campaign.*id|campaignIds?$/i, world.campaigns],
    [/^adIds?$|^ads?$/i, world.ads],
    [/page|secondary|profile|identity/i, world.pages],
    [/batch/i, world.batches],
    [/draft/i, world.drafts],
    [/media|asset|board/i, world.media],
    [/url|link|thumbnail/i, world.addresses],
    [/start|since|from/i, ['2026-10-01', '2026-10-20']],
    [/end|until|\bto$|day|date/i, ['2026-10-28', '2026-11-02']],
    [/status/i, ['ACTIVE', 'PAUSED']],
    [/platform|accountType/i, ['primary', 'tiktok', 'snapchat', 'pinterest', 'linkedin', 'applovin', 'short-video']],
    [/metrics|groupBy|sortBy/i, ['spend', 'impressions', 'day', 'ad', 'campaign']],
    [/countr/i, ['US', 'DE']],
    [/^id$|Id$|Ids$/i, [...world.ads, ...world.batches, ...world.drafts, ...world.media, '1']],
  ]
  return random.pick(
    known.find(([pattern]) => pattern.test(name))?.[1] ?? ['Spring sale', 'OUTCOME_TRAFFIC', 'LEARN_MORE', '1'],
  )
}

function isRequired(schema: z.ZodType): boolean {
  return !schema.safeParse(undefined).success
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrap(schema.unwrap() as z.ZodType)
  }
  if (schema instanceof z.ZodPipe) {
    const input = schema.in as z.ZodType
    return unwrap(input instanceof z.ZodTransform ? (schema.out as z.ZodType) : input)
  }
  if (schema instanceof z.ZodLazy) return unwrap(schema.unwrap() as z.ZodType)
  return schema
}
