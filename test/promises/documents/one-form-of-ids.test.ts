import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { operations } from '../../../src/api/index.ts'

/** Fields that hold ids of accounts, of what lies in them, or of who speaks. */
const idField =
  /^(adAccountId|accountIds?|businessId|campaignIds?|targetCampaignId|ad[sS]etIds?|adSquadId|adGroupId|targetAdSetId|adIds?|entityIds?|adSets|objectId|page|pageId|organizationId)$/
/** A draft is kept as it was written; ads that are looked at for research have ids of our own. */
const others = new Set(['create_draft .adSets', 'update_draft .adSets', 'get_research_ad .adId'])

const number = '2066148311001'
const urns = ['sponsoredAccount', 'sponsoredCampaignGroup', 'sponsoredCampaign', 'sponsoredCreative', 'organization']

/** A schema with where it stands, and all that stands in it. */
function* fieldsIn(
  schema: z.ZodType,
  path: string,
  within: Set<z.ZodType> = new Set(),
): Generator<[string, z.ZodType]> {
  if (within.has(schema)) return
  const inside = new Set([...within, schema])
  if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
      yield [`${path}.${name}`, field]
      yield* fieldsIn(field, `${path}.${name}`, inside)
    }
  else if (schema instanceof z.ZodArray) yield* fieldsIn(schema.element as z.ZodType, `${path}[]`, inside)
  else if (schema instanceof z.ZodUnion)
    for (const option of schema.options as z.ZodType[]) yield* fieldsIn(option, path, inside)
  else if (schema instanceof z.ZodPipe) {
    yield* fieldsIn(schema.in as z.ZodType, path, inside)
    yield* fieldsIn(schema.out as z.ZodType, path, inside)
  } else if (schema instanceof z.ZodLazy) yield* fieldsIn(schema.unwrap() as z.ZodType, path, inside)
  else if ('unwrap' in schema && typeof schema.unwrap === 'function')
    yield* fieldsIn((schema as unknown as { unwrap: () => z.ZodType }).unwrap(), path, inside)
}

/** What becomes of an id, in each way that it may be given. */
function readAs(field: z.ZodType, id: string): unknown[] {
  return [id, [id], `${id},${id}`].flatMap((given) => {
    const read = field.safeParse(given)
    // One id is no list by comma.
    return read.success && read.data !== `${id},${id}` ? [read.data] : []
  })
}

test('an id that a platform also writes as a URN is understood as both wherever one is taken', () => {
  const found = operations.flatMap(({ name, input }) =>
    [...fieldsIn(input, '')].flatMap(([path, field]) =>
      idField.test(path.split('.').at(-1)!) ? [{ where: `${name} ${path}`, field }] : [],
    ),
  )
  assert.ok(found.length > 100)
  const strange = found.filter(
    ({ where, field }) =>
      !others.has(where) &&
      urns.some((kind) => {
        const [asUrn, asNumber] = [`urn:li:${kind}:${number}`, number].map((id) => JSON.stringify(readAs(field, id)))
        return asUrn !== asNumber
      }),
  )
  assert.deepEqual(
    strange.map(({ where }) => where),
    [],
  )
})
