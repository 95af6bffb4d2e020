import type { z } from 'zod'
import { sharedFields } from './contract/launch-fields.ts'
import type { Elsewhere, FieldSet } from './contract/launch-fields.ts'
import type { Platform } from './contract/platform.ts'

/** A field of a launch, as all who declare it together have it. */
export interface MergedField {
  name: string
  schema: z.ZodType
  elsewhere: Elsewhere
  /** The shared field that it is another word for where it is not declared. */
  otherwise?: keyof typeof sharedFields.ad
  /** Who declares it; empty: it means the same everywhere. */
  platforms: string[]
  description: string
}

export interface MergedFields {
  ad: ReadonlyMap<string, MergedField>
  media: ReadonlyMap<string, MergedField>
}

interface Declaration {
  platform: string
  name: string
  field: FieldSet[string]
}

/** Puts the fields of all platforms together. Throws where two mean different things by one name. */
export function mergeFields(all: readonly Platform[]): MergedFields {
  return { ad: mergePart(all, 'ad'), media: mergePart(all, 'media') }
}

function mergePart(all: readonly Platform[], part: 'ad' | 'media'): Map<string, MergedField> {
  const merged = new Map<string, MergedField>()
  for (const [name, { schema, elsewhere, about }] of Object.entries(sharedFields[part])) {
    merged.set(name, { name, schema, elsewhere, platforms: [], description: about })
  }
  const declared = all.flatMap(({ name: platform, launchFields }): Declaration[] =>
    Object.entries(launchFields?.[part] ?? {}).map(([name, field]) => ({ platform, name, field })),
  )
  for (const [name, declarations] of Map.groupBy(declared, ({ name }) => name)) {
    const platforms = declarations.map(({ platform }) => platform)
    if (merged.has(name)) throw new Error(`${platforms.join(', ')}: ${name} is a field of all platforms already.`)
    merged.set(name, { name, platforms, ...agreement(name, declarations), description: describe(declarations) })
  }
  return merged
}

/** One declaration in the kit keeps two drivers from growing apart; anything less would be found out by a caller. */
function agreement(name: string, declarations: Declaration[]): Pick<MergedField, 'schema' | 'elsewhere' | 'otherwise'> {
  const [first, ...others] = declarations.map(({ field }) => field)
  const { schema, elsewhere, otherwise } = first!
  const isSame = (other: FieldSet[string]) =>
    other.schema === schema && other.elsewhere === elsewhere && other.otherwise === otherwise
  if (others.every(isSame)) return { schema, elsewhere, otherwise }
  const who = declarations.map(({ platform }) => platform).join(' and ')
  throw new Error(`${who} do not agree about the field ${name}; let them share one declaration from the kit.`)
}

function describe(declarations: Declaration[]): string {
  const otherwise = declarations[0]!.field.otherwise
  const elsewhere = otherwise ? ` On other platforms it is the ${otherwise}, where that is empty.` : ''
  const who = new Intl.ListFormat('en-GB')
  const told = [...Map.groupBy(declarations, ({ field }) => field.about)].map(
    ([about, same]) => `On ${who.format(same.map(({ platform }) => platform))}: ${about}`,
  )
  return told.join(' ') + elsewhere
}
